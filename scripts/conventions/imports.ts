import path from 'node:path';
import { parseSync } from 'oxc-parser';

/** Text of a file by its path relative to the repository. */
export type Sources = Map<string, string>;
export type Import = { from: string; to: string };

/** The only package of ours that others import, file by file. */
const CONTRACTS = { name: '@keepsake/contracts/', folder: 'packages/contracts/src/' };
/** What `#/` resolves to; only the web app has an alias. */
const WEB_ALIAS = 'apps/web/src/';
/** What is no code. */
const ASSET = /\.(css|json|svg|png|webp|woff2|js)$/;
const TAKEN_BY_SHEET = /(?:\bcomposes:[^;{}]* from|@import(?: url\()?)\s*['"]([^'"]+)['"]/g;
const ENDINGS = ['', '.ts', '.tsx', '/index.ts', '/index.tsx'];

/**
 * Reads every import, re-export and import() of our own files, types included. Throws if a file does not parse or a relative
 * import cannot be resolved, because it would escape the checks.
 */
export const readImports = (sources: Sources): Import[] =>
  readResolved(sources, (from, specifier) => resolveImport(sources, from, specifier));

/** Reads every import of our own that is no code: style sheets, texts, pictures. */
export const readAssetImports = (sources: Sources): Import[] =>
  readResolved(sources, (from, specifier) => {
    const target = locate(from, specifier);
    return target && ASSET.test(target) ? target : undefined;
  });

/** What style sheets take of others by `composes` and `@import`. */
export const readSheetImports = (sheets: Sources): Import[] =>
  [...sheets].flatMap(([from, text]) =>
    [...text.matchAll(TAKEN_BY_SHEET)].flatMap(([, specifier = '']) => {
      const to = locate(from, specifier);
      return to ? [{ from, to }] : [];
    }),
  );

function readResolved(
  sources: Sources,
  resolve: (from: string, specifier: string) => string | undefined,
): Import[] {
  return [...sources].flatMap(([from, text]) =>
    listSpecifiers(from, text)
      .map((specifier) => resolve(from, specifier))
      .filter((to) => to !== undefined)
      .map((to) => ({ from, to })),
  );
}

function listSpecifiers(file: string, text: string): string[] {
  const { module, errors } = parseSync(file, text);
  if (errors[0]) throw new Error(`${file} does not parse: ${errors[0].message}`);
  const exported = module.staticExports.flatMap(({ entries }) =>
    entries.map((entry) => entry.moduleRequest?.value),
  );
  const dynamic = module.dynamicImports.map(({ moduleRequest: { start, end } }) =>
    text.slice(start, end).replace(/^(['"`])(.*)\1$/, '$2'),
  );
  const imported = module.staticImports.map(({ moduleRequest }) => moduleRequest.value);
  return [...new Set([...imported, ...exported, ...dynamic])].filter((specifier) => specifier !== undefined);
}

/** The file that an import refers to; undefined for packages and for what is not code. Throws as `readImports`. */
export function resolveImport(sources: Sources, from: string, specifier: string): string | undefined {
  if (specifier.startsWith('@keepsake/')) {
    const file = `${specifier.replace(CONTRACTS.name, CONTRACTS.folder)}.ts`;
    if (!sources.has(file)) throw new Error(`${from} imports ${specifier}, which is not there`);
    return file;
  }
  const target = locate(from, specifier);
  if (!target) return undefined;
  const found = ENDINGS.map((ending) => target + ending).find((file) => sources.has(file));
  if (!found && !ASSET.test(target) && !/\.gen(\.ts)?$/.test(target)) {
    throw new Error(`${from} imports ${specifier}, which is not there`);
  }
  return found;
}

/** The path of what is imported of ours, without the ending if it has none; undefined for packages. */
function locate(from: string, specifier: string): string | undefined {
  const location = specifier.replace(/\?.*$/, '').replace(/^#\//, WEB_ALIAS);
  const isRelative = /^\.\.?\//.test(location);
  if (!isRelative && !location.startsWith(WEB_ALIAS)) return undefined;
  return isRelative ? path.posix.join(path.posix.dirname(from), location) : location;
}
