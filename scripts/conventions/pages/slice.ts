import { resolveImport, type Sources } from '../imports.ts';
import { type FileDeclarations, lazyIn, type Named, namesIn } from './declarations.ts';

export type Slice = {
  /** Files with at least one declaration that is needed, doors and style sheets included. */
  files: ReadonlySet<string>;
  /** What is needed from files outside. */
  foreign: readonly Named[];
};

export type Tools = {
  sources: Sources;
  /** The production files among the sources. */
  files: readonly string[];
  read: (file: string) => FileDeclarations;
};
type Start = { names?: readonly Named[]; nodes?: readonly { file: string; node: unknown }[] };

/**
 * What is needed of one room by the given names and nodes: declaration by declaration, so that a file which only shares
 * its folder, or a neighbour in its own file, adds nothing.
 */
export function sliceRoom(tools: Tools, room: string, { names = [], nodes = [] }: Start): Slice {
  const files = new Set<string>();
  const foreign: Named[] = [];
  const queue = [...names];
  for (const { file, node } of nodes) {
    files.add(file);
    queue.push(...mentionedIn(tools, file, node));
  }
  const seen = new Set<string>();
  for (let next = queue.pop(); next; next = queue.pop()) {
    const { file, name } = next;
    if (seen.has(`${file} ${name}`)) continue;
    seen.add(`${file} ${name}`);
    if (file.startsWith(room)) queue.push(...takeName(tools, next, files));
    else foreign.push(next);
  }
  return { files, foreign };
}

/** Adds the files that a name is declared in or passed on by; returns what it mentions in turn. */
function takeName(tools: Tools, { file, name }: Named, files: Set<string>): Named[] {
  const { imported, sheets, statements } = tools.read(file);
  const target = imported.get(name);
  if (target && file.endsWith('/index.ts')) files.add(file);
  const declaring = statements.filter(({ names }) => name === '*' || names.includes(name));
  if (declaring.length > 0) for (const each of [file, ...sheets]) files.add(each);
  return [...(target ? [target] : []), ...declaring.flatMap(({ node }) => mentionedIn(tools, file, node))];
}

function mentionedIn({ sources }: Tools, file: string, node: unknown): Named[] {
  const lazy = lazyIn(node).map((specifier) => resolveImport(sources, file, specifier));
  return [
    ...namesIn(node).map((name) => ({ file, name })),
    ...lazy.flatMap((to) => (to ? [{ file: to, name: '*' }] : [])),
  ];
}
