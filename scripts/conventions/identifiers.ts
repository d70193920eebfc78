import { parseSync } from 'oxc-parser';
import { walkTree } from './syntax.ts';

/** Every name that a source file declares or uses, each once. Throws if it does not parse. */
export function listIdentifiers(file: string, text: string): string[] {
  const { program, errors } = parseSync(file, text);
  if (errors[0]) throw new Error(`${file} does not parse: ${errors[0].message}`);
  const names = new Set<string>();
  walkTree(program, ({ type, name }) => {
    if (type.endsWith('Identifier') && typeof name === 'string') names.add(name);
  });
  return [...names];
}

/** The words of a compound name in lower case: 'isHTMLPage2' and 'is-html-page2' are 'is', 'html', 'page2'. */
export function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z\d]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
}
