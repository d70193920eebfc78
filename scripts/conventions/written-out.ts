import { parseSync } from 'oxc-parser';
import type { Sources } from './imports.ts';
import { isTree, lineOf, walkTree } from './syntax.ts';

/**
 * Lists objects that are spread into another where they are written, one sentence each: `...{ a, b }` is `a, b`, and only hides from
 * the formatter that the object, or the function around it, is long.
 */
export function checkWrittenOut(sources: Sources): string[] {
  return [...sources].flatMap(([file, text]) => {
    if (!/\.\.\.\s*\{/.test(text)) return [];
    const lines: number[] = [];
    walkTree(parseSync(file, text).program, ({ type, argument, start }) => {
      const isSpread = type === 'SpreadElement' || type === 'JSXSpreadAttribute';
      if (isSpread && isTree(argument) && argument.type === 'ObjectExpression')
        lines.push(lineOf(text, start));
    });
    return lines.map((line) => `${file}:${line}: the fields are written into the object around them`);
  });
}
