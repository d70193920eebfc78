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

/** Reads every source file of the project, by its path in the repository with forward slashes. */
export function readSources(): Sources {
  const files = globSync(PATTERNS, { exclude: ['**/node_modules/**'] }).map((file) =>
    file.replaceAll('\\', '/'),
  );
  if (files.length < FEWEST_FILES) throw new Error(`only ${files.length} files were read`);
  return new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
}
