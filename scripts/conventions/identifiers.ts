import { parseSync } from 'oxc-parser';

/** Every name that a source file declares or uses, each once. Throws if it does not parse. */
export function listIdentifiers(file: string, text: string): string[] {
  const { program, errors } = parseSync(file, text);
  if (errors[0]) throw new Error(`${file} does not parse: ${errors[0].message}`);
  const names = new Set<string>();
  visit(program, names);
  return [...names];
}

function visit(node: unknown, names: Set<string>): void {
  if (Array.isArray(node)) {
    for (const each of node) visit(each, names);
    return;
  }
  if (typeof node !== 'object' || node === null) return;
  const { type, name } = node as { type?: unknown; name?: unknown };
  if (typeof type === 'string' && type.endsWith('Identifier') && typeof name === 'string') names.add(name);
  for (const value of Object.values(node)) if (typeof value === 'object') visit(value, names);
}

/** The words of a compound name in lower case: `isHTMLPage2` and `is-html-page2` are `is`, `html`, `page2`. */
export function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z\d]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
}
