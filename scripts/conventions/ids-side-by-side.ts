import { parseSync } from 'oxc-parser';
import type { Sources } from './imports.ts';
import { isProduction } from './measure-shape.ts';
import { isTree, type Tree, walkTree } from './syntax.ts';

const ID = /^(id|code|key)$|(Id|Code|Key)$/;
/** An id that is named for its thing alone. */
const THING =
  /^(album|photo|order|product|project|voucher|widget|download|upload|transfer|invoice|customer|account)$/;

/**
 * Lists functions that take two ids as texts one after the other: swapped, they would compile, and find nothing or the wrong row.
 * In one object their names tell them apart (ADR 116).
 */
export function checkIdsSideBySide(sources: Sources): string[] {
  const problems: string[] = [];
  for (const [file, text] of sources) {
    if (!isProduction(file)) continue;
    walkTree(parseSync(file, text).program, ({ params, start }) => {
      if (!Array.isArray(params)) return;
      const ids = params.map((parameter) => nameOfId(parameter, text));
      const at = ids.findIndex((id, index) => id !== null && ids[index + 1]);
      if (at < 0) return;
      const line = text.slice(0, start).split('\n').length;
      problems.push(`${file}:${line}: ${ids[at]} and ${ids[at + 1]} can be swapped: take them in one object`);
    });
  }
  return problems;
}

/** The name of a parameter that is an id of type string, or null. */
function nameOfId(parameter: unknown, text: string): string | null {
  if (!isTree(parameter) || !isTree(parameter.typeAnnotation) || !isNamed(parameter)) return null;
  const { start, end } = parameter.typeAnnotation;
  const isText = /^:\s*string( \| (null|undefined))?$/.test(text.slice(start, end));
  return isText && (ID.test(parameter.name) || THING.test(parameter.name)) ? parameter.name : null;
}

const isNamed = (node: Tree): node is Tree & { name: string } => typeof node.name === 'string';
