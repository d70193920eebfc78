import { parseSync } from 'oxc-parser';
import type { Sources } from './imports.ts';
import { isTest } from './layers.ts';
import { isTree, type Tree, walkTree } from './syntax.ts';

const SERVER = 'apps/server/src/';
const MOUNTING = 'apps/server/src/platform/http/mount-signed.ts';
/** The access of such a route, however it comes there: a property, a constant, an argument. */
const ACCESS = 'signed';
/** The part of an address that proves it. */
const PROOF = /:signature\b/;
/** What checks a signature, of whatever is called a signer. */
const CHECK = 'isValid';

/**
 * Lists signed routes that are mounted in another way than by `mountSigned`, and signatures that are checked elsewhere, one sentence
 * each: only `mountSigned` checks every signature, and answers all faults alike.
 */
export function checkSignedRoutes(sources: Sources): string[] {
  return [...sources].flatMap(([file, text]) => {
    if (!file.startsWith(SERVER) || file === MOUNTING || isTest(file)) return [];
    if (!/signed|signature|isValid/.test(text)) return [];
    const lines: number[] = [];
    const ofTypes = new Set<unknown>();
    walkTree(parseSync(file, text).program, (node) => {
      if (node.type === 'TSLiteralType') ofTypes.add(node.literal);
      if (ofTypes.has(node)) return;
      if (isSigned(node) || isChecking(node)) lines.push(text.slice(0, node.start).split('\n').length);
    });
    return [...new Set(lines)].map(
      (line) => `${file}:${line}: a signed route is mounted by mountSigned, which checks the signature`,
    );
  });
}

/** Whether a string of the program is the access, or the address. Types say which accesses there are, and are none. */
function isSigned({ type, value }: Tree): boolean {
  const text = type === 'Literal' ? value : type === 'TemplateElement' ? (value as { raw: string }).raw : '';
  return typeof text === 'string' && (text === ACCESS || PROOF.test(text));
}

/** `signer.isValid`, or taken out of a signer. */
function isChecking({ type, object, property, id, init }: Tree): boolean {
  if (type === 'MemberExpression') return nameOf(property) === CHECK && isSigner(object);
  if (type !== 'VariableDeclarator' || !isTree(id) || id.type !== 'ObjectPattern') return false;
  return isSigner(init) && (id.properties as Tree[]).some(({ key }) => nameOf(key) === CHECK);
}

const isSigner = (node: unknown): boolean =>
  isTree(node) && /signer$/i.test(node.type === 'MemberExpression' ? nameOf(node.property) : nameOf(node));

const nameOf = (node: unknown) => (isTree(node) ? String(node.name ?? node.value ?? '') : '');
