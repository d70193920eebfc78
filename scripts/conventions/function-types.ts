import { parseSync } from 'oxc-parser';
import { isTree, onOneLine, type Tree, walkTree } from './syntax.ts';
import { nameOf } from './type-parts.ts';

/** A function that a type asks for or promises, by its name and by what it takes and returns. */
export type FunctionType = { name: string; signature: string; start: number };

/** Types of the language and the browser, which say nothing about what a function is for. */
const EVERYDAY =
  /^(Array|AsyncIterable|Buffer|Date|Error|File|Iterable|Map|Omit|Partial|Pick|Promise|Readonly\w*|Record|Required|ReturnType|Set|Uint8Array|URL)$/;

/**
 * Lists the function types of a file that say what they are for: methods and properties of types, and aliases, whose name counts as
 * the function's. Something is taken; and something taken or returned has a type with a name, or the name has two words and is no
 * event's: `stop()`, `drop(id: string)` and `onOpen(id: string)` are equal by chance.
 */
export function listFunctionTypes(file: string, text: string): FunctionType[] {
  const found: FunctionType[] = [];
  walkTree(parseSync(file, text).program, (node) => {
    const name = lowerFirst(declaredName(node));
    const type = functionTypeOf(node);
    if (!name || !type || !isDistinct(name, type)) return;
    found.push({ name, signature: signatureOf(type, text), start: node.start });
  });
  return found;
}

/** The type of a method, of a property or of an alias, if it is a function's. */
function functionTypeOf(node: Tree): Tree | null {
  if (node.type === 'TSMethodSignature') return node;
  const { typeAnnotation } = node;
  const type = node.type === 'TSPropertySignature' ? annotated(typeAnnotation) : typeAnnotation;
  return isTree(type) && type.type === 'TSFunctionType' ? type : null;
}

const declaredName = ({ type, key, id }: Tree) => nameOf(type === 'TSTypeAliasDeclaration' ? id : key);

const annotated = (annotation: unknown) => (isTree(annotation) ? annotation.typeAnnotation : null);

/** A name of two words, such as `isErased`, that does not only say when something is called, as `onAccountClosed` does. */
const TWO_WORDS = /^(?!on[A-Z])[a-z]+[A-Z]/;

function isDistinct(name: string, { params, returnType }: Tree): boolean {
  let isNamed = TWO_WORDS.test(name);
  walkTree([params, returnType], ({ type: kind, typeName }) => {
    if (kind === 'TSTypeReference' && !EVERYDAY.test(nameOf(typeName))) isNamed = true;
  });
  return isNamed && (params as Tree[]).length > 0;
}

/** What it takes and returns, whatever the parameters are called. */
function signatureOf({ params, returnType }: Tree, text: string): string {
  const codeOf = (annotation: unknown) => {
    const type = annotated(annotation);
    return isTree(type) ? onOneLine(text.slice(type.start, type.end)) : '';
  };
  const taken = (params as Tree[]).map((param) => {
    const mark = param.type === 'RestElement' ? '...' : param.optional ? '?' : '';
    return `${mark}${codeOf(param.typeAnnotation)}`;
  });
  return `(${taken.join(', ')}) => ${codeOf(returnType)}`;
}

const lowerFirst = (name: string) => name.slice(0, 1).toLowerCase() + name.slice(1);
