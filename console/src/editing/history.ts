interface Step<Content> {
  /** What there was before it. */
  content: Content;
  /** What was done, for people. */
  label: string;
}

/** What is edited, which no step changes but replaces, with every step back to the beginning. */
export interface History<Content> {
  present: Content;
  past: readonly Step<Content>[];
  future: readonly Step<Content>[];
  /** What the newest step belongs to: further changes of the same are part of it. */
  group: string | undefined;
}

export function beginHistory<Content>(present: Content): History<Content> {
  return { present, past: [], future: [], group: undefined };
}

/**
 * @param group changes of one group that follow each other are undone together, such as those of one text field
 */
export function doStep<Content>(
  history: History<Content>,
  label: string,
  content: Content,
  group?: string,
): History<Content> {
  if (content === history.present) return history;
  const isMore = group !== undefined && group === history.group;
  return {
    present: content,
    past: isMore ? history.past : [...history.past, { content: history.present, label }],
    future: [],
    group,
  };
}

/** Every step, and what there is, as `change` makes it; what follows belongs to no group. */
export function mapHistory<Content>(
  history: History<Content>,
  change: (content: Content) => Content,
): History<Content> {
  const changed = (steps: readonly Step<Content>[]) =>
    steps.map(({ content, label }) => ({ content: change(content), label }));
  return {
    present: change(history.present),
    past: changed(history.past),
    future: changed(history.future),
    group: undefined,
  };
}

export function undo<Content>(history: History<Content>): History<Content> {
  const step = history.past.at(-1);
  if (!step) return history;
  return {
    present: step.content,
    past: history.past.slice(0, -1),
    future: [...history.future, { content: history.present, label: step.label }],
    group: undefined,
  };
}

export function redo<Content>(history: History<Content>): History<Content> {
  const step = history.future.at(-1);
  if (!step) return history;
  return {
    present: step.content,
    past: [...history.past, { content: history.present, label: step.label }],
    future: history.future.slice(0, -1),
    group: undefined,
  };
}
