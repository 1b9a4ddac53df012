/** A page that a walk ended at. */
export interface Landing {
  status: number;
  /** Where it was. */
  url: URL;
  /** Where it leads to; undefined when it is no redirection. */
  location: URL | undefined;
  text: string;
  setCookies: string[];
}

/** Follows links and forms as a browser does, with the cookies of each host. */
export function createCookieBrowser() {
  /** host → name → value */
  const jars = new Map<string, Map<string, string>>();

  async function request(address: string | URL, init: RequestInit = {}): Promise<Landing> {
    const url = new URL(address);
    const jar = jars.get(url.host) ?? new Map<string, string>();
    jars.set(url.host, jar);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...(init.headers as Record<string, string> | undefined), ...(cookie ? { cookie } : {}) };
    const reply = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /max-age=0/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    const location = reply.headers.get('location');
    return {
      status: reply.status,
      url,
      location: location ? new URL(location, url) : undefined,
      text: await reply.text(),
      setCookies: reply.headers.getSetCookie(),
    };
  }

  return {
    request,
    cookies: jars,

    submit: (address: string | URL, fields: Record<string, string>): Promise<Landing> =>
      request(address, { method: 'POST', body: new URLSearchParams(fields) }),

    /** Follows redirections as long as they lead to `host`. */
    async follow(landing: Landing, host: string): Promise<Landing> {
      let current = landing;
      for (let step = 0; current.location?.host === host && step < 10; step++)
        current = await request(current.location);
      return current;
    },
  };
}

export type CookieBrowser = ReturnType<typeof createCookieBrowser>;

/** The first form of a page: where it goes, and its hidden fields. */
export function formOf({ text, url }: Landing): { action: URL; fields: Record<string, string> } {
  const action = /<form[^>]*action="([^"]*)"/.exec(text)?.[1] ?? '';
  const inputs = text.matchAll(/<input[^>]*name="([^"]*)"[^>]*value="([^"]*)"/g);
  return {
    action: new URL(action.replaceAll('&amp;', '&'), url),
    fields: Object.fromEntries([...inputs].map(([, name = '', value = '']) => [name, value])),
  };
}
