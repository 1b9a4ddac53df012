import type * as acorn from 'acorn';
import {
  createGlobals,
  isCallable,
  memberOf,
  Native,
  type Scope,
  ScriptFunction,
  type Steps,
  setMember,
} from './library.ts';
import { binary, text } from './operators.ts';
import { createPattern } from './safe-pattern.ts';
import { ScriptError } from './script-error.ts';

/**
 * Runs the small functions that people write into widget settings, without ever handing them to the browser's own
 * `eval`: the source is parsed and walked here. A script sees its arguments and a short library (Math, JSON, Date,
 * texts, arrays, objects), nothing else: no page, no session, no network. Prototypes and constructors are out of
 * reach because members are looked up by `memberOf`, which knows own data and a list of named methods only.
 * Every run has a budget of steps, so that an endless loop ends with an error in its own widget.
 */
const STEP_LIMIT = 300_000;
const CALL_DEPTH = 100;

type Node = acorn.AnyNode;

const BREAK = Symbol('break');
const CONTINUE = Symbol('continue');
class Completion {
  readonly kind: typeof BREAK | typeof CONTINUE | 'return';
  readonly value: unknown;
  readonly label: string | undefined;
  constructor(kind: typeof BREAK | typeof CONTINUE | 'return', value: unknown, label?: string) {
    this.kind = kind;
    this.value = value;
    this.label = label;
  }
}

/** A parsed function, ready to be called as often as wanted. */
export type Compiled = (...args: readonly unknown[]) => unknown;

/** Parses `body` as the body of a function with the given parameter names. Throws SyntaxError. */
export function compileBody(parse: typeof acorn.parse, body: string, names: readonly string[]): Compiled {
  const program = parse(`(function(${names.join(',')}){${body}\n})`, { ecmaVersion: 2022, sourceType: 'script' });
  const statement = program.body[0];
  if (program.body.length !== 1 || statement?.type !== 'ExpressionStatement')
    throw new SyntaxError('One function body is expected');
  if (statement.expression.type !== 'FunctionExpression') throw new SyntaxError('One function body is expected');
  const definition = statement.expression;
  return (...args) => {
    const steps: Steps = { left: STEP_LIMIT, depth: 0 };
    const machine = createMachine(steps);
    return machine.call(machine.define(definition, createGlobals(machine.call)), undefined, args);
  };
}

function createMachine(steps: Steps) {
  function step() {
    if (--steps.left <= 0) throw new ScriptError('The script takes too long');
  }

  function define(node: acorn.Function, scope: Scope): ScriptFunction {
    return new ScriptFunction(node, scope);
  }

  function call(callee: unknown, self: unknown, args: readonly unknown[]): unknown {
    step();
    if (callee instanceof Native) return callee.run(self, args);
    if (!(callee instanceof ScriptFunction)) throw new ScriptError('This is not a function');
    if (++steps.depth > CALL_DEPTH) throw new ScriptError('The script calls itself too deeply');
    try {
      const { node } = callee;
      const scope: Scope = { names: new Map(), parent: callee.scope };
      if (node.type !== 'ArrowFunctionExpression') {
        scope.names.set('this', { value: self });
        scope.names.set('arguments', { value: [...args] });
      }
      node.params.forEach((parameter, index) => {
        if (parameter.type === 'RestElement') bind(parameter.argument, args.slice(index), scope);
        else bind(parameter, args[index], scope);
      });
      if (node.body.type !== 'BlockStatement') return evaluate(node.body, scope);
      const result = runAll(node.body.body, scope);
      return result?.kind === 'return' ? result.value : undefined;
    } finally {
      steps.depth--;
    }
  }

  function lookUp(name: string, scope: Scope) {
    for (let at: Scope | undefined = scope; at; at = at.parent) {
      const slot = at.names.get(name);
      if (slot) return slot;
    }
    return undefined;
  }

  /** Gives names to (parts of) a value; `declare` false assigns to names that exist. */
  function bind(target: Node, value: unknown, scope: Scope, declare = true): void {
    step();
    switch (target.type) {
      case 'Identifier': {
        if (declare) scope.names.set(target.name, { value });
        else assign(target, value, scope);
        return;
      }
      case 'AssignmentPattern':
        bind(target.left, value === undefined ? evaluate(target.right, scope) : value, scope, declare);
        return;
      case 'ArrayPattern': {
        const items = iterated(value);
        target.elements.forEach((element, index) => {
          if (!element) return;
          if (element.type === 'RestElement') bind(element.argument, items.slice(index), scope, declare);
          else bind(element, items[index], scope, declare);
        });
        return;
      }
      case 'ObjectPattern': {
        const taken = new Set<string>();
        for (const property of target.properties) {
          if (property.type === 'RestElement') {
            const rest: Record<string, unknown> = {};
            for (const [key, item] of Object.entries(value as object)) if (!taken.has(key)) setMember(rest, key, item);
            bind(property.argument, rest, scope, declare);
          } else {
            const key = propertyName(property, scope);
            taken.add(key);
            bind(property.value, memberOf(value, key, call), scope, declare);
          }
        }
        return;
      }
      default:
        assign(target, value, scope);
    }
  }

  function assign(target: Node, value: unknown, scope: Scope) {
    if (target.type === 'Identifier') {
      const slot = lookUp(target.name, scope);
      if (slot) {
        if (slot.fixed) throw new ScriptError(`${target.name} cannot be changed`);
        slot.value = value;
      } else {
        // A name that was never declared stays inside this run.
        let outer = scope;
        while (outer.parent) outer = outer.parent;
        outer.names.set(target.name, { value });
      }
    } else if (target.type === 'MemberExpression') {
      setMember(evaluate(target.object, scope), memberName(target, scope), value);
    } else bind(target, value, scope, false);
  }

  function memberName(node: acorn.MemberExpression, scope: Scope): string {
    if (!node.computed && node.property.type === 'Identifier') return node.property.name;
    return String(evaluate(node.property, scope));
  }

  function propertyName(node: acorn.Property | acorn.AssignmentProperty, scope: Scope): string {
    if (!node.computed && node.key.type === 'Identifier') return node.key.name;
    return String(evaluate(node.key, scope));
  }

  function iterated(value: unknown): unknown[] {
    if (Array.isArray(value)) return value;
    if (typeof value === 'string') return [...value];
    throw new ScriptError('This cannot be gone through item by item');
  }

  function hoist(statements: readonly Node[], scope: Scope) {
    for (const statement of statements) {
      if (statement.type === 'FunctionDeclaration' && statement.id) {
        scope.names.set(statement.id.name, { value: define(statement, scope) });
      }
    }
  }

  function runAll(statements: readonly Node[], scope: Scope): Completion | undefined {
    hoist(statements, scope);
    for (const statement of statements) {
      const done = run(statement, scope);
      if (done) return done;
    }
    return undefined;
  }

  function inner(parent: Scope): Scope {
    return { names: new Map(), parent };
  }

  /** The scope that `var` belongs to: that of the function. Blocks share it, because widget scripts use `var` across them. */
  function functionScope(scope: Scope): Scope {
    let at = scope;
    while (at.parent && !at.names.has('arguments')) at = at.parent;
    return at.names.has('arguments') ? at : scope;
  }

  function declareAll(node: acorn.VariableDeclaration, scope: Scope) {
    const home = node.kind === 'var' ? functionScope(scope) : scope;
    for (const item of node.declarations) {
      if (node.kind === 'var' && !item.init && item.id.type === 'Identifier' && home.names.has(item.id.name)) continue;
      bind(item.id, item.init ? evaluate(item.init, scope) : undefined, home);
      if (node.kind === 'const' && item.id.type === 'Identifier') {
        const slot = home.names.get(item.id.name);
        if (slot) slot.fixed = true;
      }
    }
  }

  /** One pass through a loop body: undefined to go on, a completion to leave with, or 'break'. */
  function pass(body: Node, scope: Scope, label: string | undefined): Completion | 'break' | undefined {
    step();
    const done = run(body, scope);
    if (!done) return undefined;
    if (done.kind === 'return' || (done.label !== undefined && done.label !== label)) return done;
    return done.kind === BREAK ? 'break' : undefined;
  }

  function run(node: Node, scope: Scope, label?: string): Completion | undefined {
    step();
    switch (node.type) {
      case 'ExpressionStatement':
        evaluate(node.expression, scope);
        return undefined;
      case 'VariableDeclaration':
        declareAll(node, scope);
        return undefined;
      case 'FunctionDeclaration':
      case 'EmptyStatement':
        return undefined;
      case 'ReturnStatement':
        return new Completion('return', node.argument ? evaluate(node.argument, scope) : undefined);
      case 'BlockStatement':
        return runAll(node.body, inner(scope));
      case 'IfStatement':
        if (evaluate(node.test, scope)) return run(node.consequent, scope);
        return node.alternate ? run(node.alternate, scope) : undefined;
      case 'BreakStatement':
        return new Completion(BREAK, undefined, node.label?.name);
      case 'ContinueStatement':
        return new Completion(CONTINUE, undefined, node.label?.name);
      case 'LabeledStatement': {
        const done = run(node.body, scope, node.label.name);
        return done && done.kind === BREAK && done.label === node.label.name ? undefined : done;
      }
      case 'ThrowStatement':
        throw new ThrownValue(evaluate(node.argument, scope));
      case 'TryStatement':
        return runTry(node, scope);
      case 'SwitchStatement': {
        const value = evaluate(node.discriminant, scope);
        const own = inner(scope);
        let from = node.cases.findIndex((item) => item.test && evaluate(item.test, own) === value);
        if (from < 0) from = node.cases.findIndex((item) => !item.test);
        if (from < 0) return undefined;
        const done = runAll(
          node.cases.slice(from).flatMap((item) => item.consequent),
          own,
        );
        return done?.kind === BREAK && done.label === undefined ? undefined : done;
      }
      case 'WhileStatement':
        while (evaluate(node.test, scope)) {
          const done = pass(node.body, scope, label);
          if (done === 'break') break;
          if (done) return done;
        }
        return undefined;
      case 'DoWhileStatement':
        do {
          const done = pass(node.body, scope, label);
          if (done === 'break') break;
          if (done) return done;
        } while (evaluate(node.test, scope));
        return undefined;
      case 'ForStatement': {
        const own = inner(scope);
        if (node.init?.type === 'VariableDeclaration') declareAll(node.init, own);
        else if (node.init) evaluate(node.init, own);
        while (!node.test || evaluate(node.test, own)) {
          const done = pass(node.body, own, label);
          if (done === 'break') break;
          if (done) return done;
          if (node.update) evaluate(node.update, own);
        }
        return undefined;
      }
      case 'ForInStatement':
      case 'ForOfStatement': {
        const over = evaluate(node.right, scope);
        const items =
          node.type === 'ForOfStatement'
            ? iterated(over)
            : over === null || over === undefined
              ? []
              : Object.keys(over);
        for (const item of items) {
          const own = inner(scope);
          if (node.left.type === 'VariableDeclaration') {
            const target = node.left.declarations[0]?.id;
            if (target) bind(target, item, node.left.kind === 'var' ? functionScope(scope) : own);
          } else assign(node.left, item, scope);
          const done = pass(node.body, own, label);
          if (done === 'break') break;
          if (done) return done;
        }
        return undefined;
      }
      default:
        throw new ScriptError(`Not supported here: ${node.type}`);
    }
  }

  function runTry(node: acorn.TryStatement, scope: Scope): Completion | undefined {
    let done: Completion | undefined;
    try {
      done = run(node.block, scope);
    } catch (error) {
      if (!node.handler || steps.left <= 0) throw error;
      const own = inner(scope);
      const thrown =
        error instanceof ThrownValue
          ? error.value
          : { name: 'Error', message: error instanceof Error ? error.message : '' };
      if (node.handler.param) bind(node.handler.param, thrown, own);
      done = run(node.handler.body, own);
    } finally {
      const last = node.finalizer ? run(node.finalizer, scope) : undefined;
      if (last) done = last;
    }
    return done;
  }

  function spread(items: readonly (acorn.Expression | acorn.SpreadElement | null)[], scope: Scope): unknown[] {
    const result: unknown[] = [];
    for (const item of items) {
      if (!item) result.push(undefined);
      else if (item.type === 'SpreadElement') result.push(...iterated(evaluate(item.argument, scope)));
      else result.push(evaluate(item, scope));
    }
    return result;
  }

  /** A member expression as the object and the value found in it; `short` when an optional chain ended. */
  function member(node: acorn.MemberExpression, scope: Scope): { object: unknown; value: unknown; short: boolean } {
    const object = evaluate(node.object, scope);
    if ((object === null || object === undefined) && node.optional) return { object, value: undefined, short: true };
    if (object === SHORT) return { object, value: SHORT, short: true };
    return { object, value: memberOf(object, memberName(node, scope), call), short: false };
  }

  function evaluate(node: Node, scope: Scope): unknown {
    step();
    switch (node.type) {
      case 'Literal':
        return node.regex ? createPattern(node.regex.pattern, node.regex.flags) : node.value;
      case 'TemplateLiteral':
        return node.quasis
          .map((part, index) => {
            const expression = node.expressions[index];
            return `${part.value.cooked ?? ''}${expression ? text(evaluate(expression, scope)) : ''}`;
          })
          .join('');
      case 'Identifier': {
        if (node.name === 'undefined') return undefined;
        const slot = lookUp(node.name, scope);
        if (!slot) throw new ScriptError(`${node.name} is not defined`);
        return slot.value;
      }
      case 'ThisExpression':
        return lookUp('this', scope)?.value;
      case 'ArrayExpression':
        return spread(node.elements, scope);
      case 'ObjectExpression': {
        const result: Record<string, unknown> = {};
        for (const property of node.properties) {
          if (property.type === 'SpreadElement') {
            const from = evaluate(property.argument, scope);
            if (from && typeof from === 'object')
              for (const [key, item] of Object.entries(from)) setMember(result, key, item);
          } else if (property.kind === 'init')
            setMember(result, propertyName(property, scope), evaluate(property.value, scope));
          else throw new ScriptError('Getters and setters are not supported here');
        }
        return result;
      }
      case 'FunctionExpression':
      case 'ArrowFunctionExpression': {
        if (node.async || node.generator) throw new ScriptError('Asynchronous functions are not supported here');
        if (node.type === 'FunctionExpression' && node.id) {
          const own = inner(scope);
          const value = define(node, own);
          own.names.set(node.id.name, { value });
          return value;
        }
        return define(node, scope);
      }
      case 'UnaryExpression':
        return unary(node, scope);
      case 'BinaryExpression':
        return binary(node.operator, evaluate(node.left, scope), evaluate(node.right, scope));
      case 'LogicalExpression': {
        const left = evaluate(node.left, scope);
        if (node.operator === '&&') return left ? evaluate(node.right, scope) : left;
        if (node.operator === '||') return left ? left : evaluate(node.right, scope);
        return left ?? evaluate(node.right, scope);
      }
      case 'ConditionalExpression':
        return evaluate(evaluate(node.test, scope) ? node.consequent : node.alternate, scope);
      case 'AssignmentExpression': {
        if (node.operator === '=') {
          const value = evaluate(node.right, scope);
          assign(node.left, value, scope);
          return value;
        }
        const before = evaluate(node.left, scope);
        const sign = node.operator.slice(0, -1);
        if (sign === '&&' && !before) return before;
        if (sign === '||' && before) return before;
        if (sign === '??' && before !== null && before !== undefined) return before;
        const right = evaluate(node.right, scope);
        const value = sign === '&&' || sign === '||' || sign === '??' ? right : binary(sign, before, right);
        assign(node.left, value, scope);
        return value;
      }
      case 'UpdateExpression': {
        const before = Number(evaluate(node.argument, scope));
        const after = node.operator === '++' ? before + 1 : before - 1;
        assign(node.argument, after, scope);
        return node.prefix ? after : before;
      }
      case 'SequenceExpression':
        return node.expressions.map((item) => evaluate(item, scope)).at(-1);
      case 'ChainExpression': {
        const value = evaluate(node.expression, scope);
        return value === SHORT ? undefined : value;
      }
      case 'MemberExpression': {
        const found = member(node, scope);
        return found.short ? SHORT : found.value;
      }
      case 'CallExpression': {
        let self: unknown;
        let callee: unknown;
        if (node.callee.type === 'MemberExpression') {
          const found = member(node.callee, scope);
          if (found.short) return SHORT;
          self = found.object;
          callee = found.value;
        } else callee = evaluate(node.callee, scope);
        if (callee === SHORT || (node.optional && (callee === null || callee === undefined))) return SHORT;
        return call(callee, self, spread(node.arguments, scope));
      }
      case 'NewExpression': {
        const callee = evaluate(node.callee, scope);
        const args = spread(node.arguments, scope);
        if (callee instanceof Native && callee.construct) return callee.construct(args);
        if (callee instanceof ScriptFunction) {
          const made: Record<string, unknown> = {};
          const result = call(callee, made, args);
          return result && typeof result === 'object' ? result : made;
        }
        throw new ScriptError('This cannot be made with "new" here');
      }
      case 'ParenthesizedExpression':
        return evaluate(node.expression, scope);
      default:
        throw new ScriptError(`Not supported here: ${node.type}`);
    }
  }

  function unary(node: acorn.UnaryExpression, scope: Scope): unknown {
    if (node.operator === 'typeof') {
      if (
        node.argument.type === 'Identifier' &&
        node.argument.name !== 'undefined' &&
        !lookUp(node.argument.name, scope)
      ) {
        return 'undefined';
      }
      const value = evaluate(node.argument, scope);
      return isCallable(value) ? 'function' : typeof value;
    }
    if (node.operator === 'delete') {
      if (node.argument.type !== 'MemberExpression') return false;
      const object = evaluate(node.argument.object, scope);
      if (object && typeof object === 'object') Reflect.deleteProperty(object, memberName(node.argument, scope));
      return true;
    }
    const value = evaluate(node.argument, scope);
    switch (node.operator) {
      case '-':
        return -(value as number);
      case '+':
        return Number(value);
      case '!':
        return !value;
      case '~':
        return ~(value as number);
      default:
        return undefined;
    }
  }

  return { define, call };
}

/** Marks that an optional chain found nothing to go on with. */
const SHORT = Symbol('end of optional chain');

/** What a script threw. */
class ThrownValue extends Error {
  readonly value: unknown;
  constructor(value: unknown) {
    super(value && typeof value === 'object' && 'message' in value ? text(value.message) : text(value));
    this.value = value;
  }
}
