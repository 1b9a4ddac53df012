/** Whether only this machine can follow a link: nobody else is to be told of it (specification §2). */
export function isLocalLink(link: string): boolean {
  if (!URL.canParse(link)) return true;
  const { hostname } = new URL(link);
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\]|0\.0\.0\.0)$/.test(hostname);
}

/** Where a public link can be told to others: addresses that open their own form with it; nothing is sent before. */
export function shareTargets(link: string, title: string): readonly { name: string; address: string }[] {
  const [url, text] = [encodeURIComponent(link), encodeURIComponent(title)];
  return [
    { name: 'E-mail', address: `mailto:?subject=${text}&body=${url}` },
    { name: 'LinkedIn', address: `https://www.linkedin.com/sharing/share-offsite/?url=${url}` },
    { name: 'X', address: `https://x.com/intent/post?text=${text}&url=${url}` },
    { name: 'Facebook', address: `https://www.facebook.com/sharer/sharer.php?u=${url}` },
    { name: 'Reddit', address: `https://www.reddit.com/submit?url=${url}&title=${text}` },
  ];
}
