import path from 'node:path';
import { type Program, parseSync } from 'oxc-parser';
import { resolveImport, type Sources } from '../imports.ts';
import { isTree, type Tree, walkTree } from '../syntax.ts';

/** A name that a file exports. */
export type Named = { file: string; name: string };

/** A statement on the top level of a file: what it declares and what it mentions. */
export type Declaration = { names: readonly string[]; node: Tree };

export type FileDeclarations = {
  /** What local names stand for that come from other files of ours, re-exports included. */
  imported: ReadonlyMap<string, Named>;
  /** Style sheets beside the file. */
  sheets: readonly string[];
  statements: readonly Declaration[];
};

/** Reads what files declare and where their names come from, each file once. */
export function createReader(sources: Sources): (file: string) => FileDeclarations {
  const existing = new Map<string, FileDeclarations>();
  return (file) => {
    const read = existing.get(file) ?? readFile(sources, file);
    existing.set(file, read);
    return read;
  };
}

function readFile(sources: Sources, file: string): FileDeclarations {
  const { module, program } = parseSync(file, sources.get(file) ?? '');
  const taken = module.staticImports.flatMap(({ moduleRequest: { value: from }, entries }) =>
    entries.map(({ localName, importName }) => ({ local: localName.value, from, name: importName.name })),
  );
  const passedOn = module.staticExports.flatMap(({ entries }) =>
    entries.map(({ moduleRequest, exportName, importName }) => ({
      local: exportName.name,
      from: moduleRequest?.value,
      name: importName.name,
    })),
  );
  const imported = new Map<string, Named>();
  for (const { local, from, name } of [...taken, ...passedOn]) {
    const to = from === undefined ? undefined : resolveImport(sources, file, from);
    if (local && to) imported.set(local, { file: to, name: name ?? '*' });
  }
  const sheets = module.staticImports
    .map(({ moduleRequest }) => moduleRequest.value)
    .filter((specifier) => /^\..*\.css$/.test(specifier))
    .map((specifier) => path.posix.join(path.posix.dirname(file), specifier));
  return { imported, sheets, statements: listStatements(program) };
}

function listStatements({ body }: Program): Declaration[] {
  return body
    .filter(({ type }) => type !== 'ImportDeclaration')
    .map((node) => ({ names: declaredBy(node), node: node as unknown as Tree }));
}

function declaredBy(node: Program['body'][number]): string[] {
  const inner = node.type === 'ExportNamedDeclaration' ? node.declaration : node;
  if (inner?.type === 'VariableDeclaration') return inner.declarations.flatMap(({ id }) => namesIn(id));
  return inner && 'id' in inner ? namesIn(inner.id) : [];
}

/** Every identifier below a node, types and elements of JSX included. */
export function namesIn(node: unknown): string[] {
  const names = new Set<string>();
  walkTree(node, ({ type, name }) => {
    if (type.endsWith('Identifier') && typeof name === 'string') names.add(name);
  });
  return [...names];
}

/** What a node requests by `import()`. */
export function lazyIn(node: unknown): string[] {
  const specifiers: string[] = [];
  walkTree(node, ({ type, source }) => {
    if (type === 'ImportExpression' && isTree(source) && typeof source.value === 'string')
      specifiers.push(source.value);
  });
  return specifiers;
}
