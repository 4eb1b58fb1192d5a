/**
 * The part of Go's templates that our chart uses: values, pipelines, if, with, range, define, include. An unknown word
 * is an error, so the chart can't grow beyond what is tried here and by Helm itself (decision 201).
 */
export type Block =
  | { kind: 'text'; text: string }
  | { kind: 'value'; pipe: string }
  | { kind: 'if' | 'with' | 'range'; pipe: string; body: Block[]; otherwise: Block[] };

export type Functions = Record<string, (given: unknown[], scope: Scope) => unknown>;

export interface Scope {
  dot: unknown;
  root: unknown;
  variables: ReadonlyMap<string, unknown>;
  functions: Functions;
}

/** The blocks of a file and, by name, those that it defines. */
export function parseTemplate(text: string): { blocks: Block[]; defined: Map<string, Block[]> } {
  const defined = new Map<string, Block[]>();
  const tokens = tokensOf(text);
  const blocks = parseBlocks(tokens, defined);
  if (tokens.length > 0) throw new Error(`unexpected ${tokens[0]?.text}`);
  return { blocks, defined };
}

export function renderBlocks(blocks: readonly Block[], scope: Scope): string {
  return blocks.map((block) => renderBlock(block, scope)).join('');
}

interface Token {
  isAction: boolean;
  text: string;
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  let trims = false;
  for (const found of text.matchAll(/\{\{(- )?(.*?)( -)?\}\}/gs)) {
    const between = text.slice(at, found.index);
    const started = trims ? between.trimStart() : between;
    tokens.push({ isAction: false, text: found[1] ? started.trimEnd() : started });
    const action = (found[2] ?? '').trim();
    if (!action.startsWith('/*')) tokens.push({ isAction: true, text: action });
    trims = found[3] !== undefined;
    at = found.index + found[0].length;
  }
  const rest = text.slice(at);
  tokens.push({ isAction: false, text: trims ? rest.trimStart() : rest });
  return tokens.filter((token) => token.text !== '');
}

/** Takes tokens until an `end` or `else` that belongs to an outer block. */
function parseBlocks(tokens: Token[], defined: Map<string, Block[]>): Block[] {
  const blocks: Block[] = [];
  for (let token = tokens[0]; token; token = tokens[0]) {
    const [word = ''] = token.text.split(/\s/, 1);
    const pipe = token.text.slice(word.length).trim();
    if (token.isAction && (word === 'end' || word === 'else')) return blocks;
    tokens.shift();
    if (!token.isAction) blocks.push({ kind: 'text', text: token.text });
    else if (word === 'define') {
      defined.set(pipe.slice(1, -1), parseBlocks(tokens, defined));
      tokens.shift();
    } else if (word === 'if' || word === 'with' || word === 'range') {
      blocks.push(parseBranches({ kind: word, pipe }, tokens, defined));
    } else blocks.push({ kind: 'value', pipe: token.text });
  }
  return blocks;
}

function parseBranches(
  opened: { kind: 'if' | 'with' | 'range'; pipe: string },
  tokens: Token[],
  defined: Map<string, Block[]>,
): Block {
  const body = parseBlocks(tokens, defined);
  const next = tokens.shift()?.text ?? '';
  if (next === 'end') return { ...opened, body, otherwise: [] };
  const [, pipe] = /^else if (.*)$/s.exec(next) ?? [];
  if (pipe !== undefined) {
    return { ...opened, body, otherwise: [parseBranches({ kind: 'if', pipe }, tokens, defined)] };
  }
  if (next !== 'else') throw new Error(`{{ ${opened.kind} ${opened.pipe} }} has no end`);
  const otherwise = parseBlocks(tokens, defined);
  tokens.shift();
  return { ...opened, body, otherwise };
}

function renderBlock(block: Block, scope: Scope): string {
  if (block.kind === 'text') return block.text;
  if (block.kind === 'value') return textOf(valueOf(block.pipe, scope));
  if (block.kind === 'range') return renderRange(block.pipe, block.body, scope);
  const value = valueOf(block.pipe, scope);
  if (!isTrue(value)) return renderBlocks(block.otherwise, scope);
  return renderBlocks(block.body, block.kind === 'with' ? { ...scope, dot: value } : scope);
}

/** Maps in the order of their keys, as Go does. */
function renderRange(pipe: string, body: Block[], scope: Scope): string {
  const [, key, name, list = pipe] = /^(\$\w+), (\$\w+) := (.*)$/s.exec(pipe) ?? [];
  const value = valueOf(list, scope);
  const entries = Array.isArray(value)
    ? value.map((one, index) => [index, one] as const)
    : Object.entries(Object(value)).sort(([a], [b]) => (a < b ? -1 : 1));
  return entries
    .map(([index, dot]) => {
      const variables = new Map(scope.variables);
      if (key && name) variables.set(key, index).set(name, dot);
      return renderBlocks(body, { ...scope, dot, variables });
    })
    .join('');
}

type Word = string | Word[];

function valueOf(pipe: string, scope: Scope): unknown {
  return pipeline(wordsOf(pipe), scope);
}

function pipeline(words: readonly Word[], scope: Scope): unknown {
  let piped: unknown[] = [];
  let command: Word[] = [];
  for (const word of [...words, '|']) {
    if (word !== '|') command.push(word);
    else {
      piped = [call(command, piped, scope)];
      command = [];
    }
  }
  return piped[0];
}

function call([name, ...given]: readonly Word[], piped: readonly unknown[], scope: Scope): unknown {
  const values = [...given.map((word) => single(word, scope)), ...piped];
  if (typeof name !== 'string' || values.length === 0) return single(name ?? '', scope);
  const run = scope.functions[name];
  if (!run) throw new Error(`the chart uses "${name}", which is not known here`);
  return run(values, scope);
}

function single(word: Word, scope: Scope): unknown {
  if (typeof word !== 'string') return pipeline(word, scope);
  if (word.startsWith('"')) return JSON.parse(word);
  if (/^-?\d+$/.test(word)) return Number(word);
  if (word === 'true' || word === 'false') return word === 'true';
  const [start = '', ...path] = word.split('.');
  if (start !== '' && !start.startsWith('$')) throw new Error(`"${word}" is not known here`);
  const from = start === '' ? scope.dot : start === '$' ? scope.root : scope.variables.get(start);
  return path.filter(Boolean).reduce<unknown>((value, key) => Object(value)[key], from);
}

/** Parentheses become lists. */
function wordsOf(pipe: string): Word[] {
  const open: Word[][] = [[]];
  for (const [word] of pipe.matchAll(/"(?:[^"\\]|\\.)*"|[()|]|[^\s()|]+/g)) {
    if (word === '(') open.push([]);
    else if (word === ')') open.at(-2)?.push(open.pop() ?? []);
    else open.at(-1)?.push(word);
  }
  return open[0] ?? [];
}

/** Go's idea of true: not empty. */
export function isTrue(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return Boolean(value);
}

const textOf = (value: unknown): string => (value === undefined || value === null ? '' : String(value));
