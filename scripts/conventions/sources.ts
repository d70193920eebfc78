import { globSync, readFileSync } from 'node:fs';
import type { Sources } from './imports.ts';

/** Finding fewer files means that the patterns are wrong, not that the product is small. */
const FEWEST_FILES = 500;

const PATTERNS = [
  'apps/*/src/**/*.{ts,tsx}',
  'apps/web/build/*.ts',
  'packages/*/src/**/*.ts',
  '{e2e,bench,scripts}/**/*.{ts,mjs}',
];

/** Style sheets are few. */
const FEWEST_SHEETS = 50;

/** Reads every source file of the project, by its path in the repository with forward slashes. */
export const readSources = (): Sources => readFiles(PATTERNS, FEWEST_FILES);

/** Reads every style sheet, by its path as `readSources` does. */
export const readStyleSheets = (): Sources => readFiles(['apps/*/src/**/*.css'], FEWEST_SHEETS);

/** Reads what names things beside code: styles, statements, texts, schemas and settings of tools. */
export const readTexts = (): Sources =>
  readFiles(
    [
      'apps/*/src/**/*.{css,sql,json}',
      'apps/*/*.{ts,json,html}',
      'apps/web/{public,locales}/**/*.{js,json}',
      'apps/server/brands/*.json',
      'scripts/texts/sources/*.json',
      '{docs,.github,.vscode}/**/*.{json,xsd,yml}',
      '*.{json,ts}',
    ],
    FEWEST_SHEETS,
  );

function readFiles(patterns: readonly string[], fewest: number): Sources {
  const files = globSync(patterns, { exclude: ['**/node_modules/**'] }).map((file) =>
    file.replaceAll('\\', '/'),
  );
  if (files.length < fewest) throw new Error(`only ${files.length} files were read`);
  return new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
}
