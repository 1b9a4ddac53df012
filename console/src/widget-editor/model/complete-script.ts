import { type Completion, type CompletionSource, snippetCompletion } from '@codemirror/autocomplete';
import { GROUP_AT, type MemberGroup, SCRIPT_MEMBERS, type ScriptMember } from './script-members.ts';

/** What a member is for, in words. */
export type MemberWords = (group: MemberGroup, name: string) => string;

/** Path of members before the cursor, the last of which is being written. */
const PATH = /[\w$]+(?:\.[\w$]*)+/;
const NAME = /[\w$]+/;
const VALID = /^[\w$]*$/;

/** The group that the members of a path are in; undefined of a path that nobody knows. */
export function groupOf(path: readonly string[]): MemberGroup | undefined {
  const [first, ...rest] = path;
  // Many scripts begin with `var ctx = self.ctx`, and $scope has it, too.
  if (first === 'ctx') {
    const [member] = rest;
    if (member === undefined) return 'ctx';
    return member === '$scope' ? groupOf(rest) : rest.length === 1 ? GROUP_AT[member] : undefined;
  }
  if (first === '$scope') return rest.length === 0 ? 'scope' : groupOf(rest);
  if (first !== 'self') return undefined;
  return rest.length === 0 ? 'self' : rest[0] === 'ctx' ? groupOf(rest) : undefined;
}

function completionOf(group: MemberGroup, [name, parameters]: ScriptMember, words: MemberWords): Completion {
  const shared = {
    label: name,
    type: parameters ? 'method' : 'property',
    info: words(group, name),
    ...(parameters ? { detail: parameters } : {}),
  };
  if (!parameters) return shared;
  // A handler is assigned, everything else is called.
  const template = group === 'self' ? `${name} = function () {\n\t\${}\n};` : `${name}(\${})`;
  return snippetCompletion(template.replace(/\$(?!\{)/g, '\\$'), shared);
}

/** Offers the members of `self` and `self.ctx`, each with what it is for. */
export function completeScript(words: MemberWords): CompletionSource {
  const offers = new Map<MemberGroup, readonly Completion[]>();
  const offersOf = (group: MemberGroup) => {
    const known = offers.get(group) ?? SCRIPT_MEMBERS[group].map((member) => completionOf(group, member, words));
    offers.set(group, known);
    return known;
  };
  return (context) => {
    const path = context.matchBefore(PATH);
    if (path) {
      const names = path.text.split('.');
      const written = names.pop() ?? '';
      const group = groupOf(names);
      return group ? { from: path.to - written.length, options: offersOf(group), validFor: VALID } : null;
    }
    const word = context.matchBefore(NAME);
    if (!word && !context.explicit) return null;
    return { from: word?.from ?? context.pos, options: [{ label: 'self', type: 'variable' }], validFor: VALID };
  };
}
