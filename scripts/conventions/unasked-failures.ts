import { isTree, type Tree, walkTree } from './syntax.ts';

/** The functions of a file by their names; null where a name stands for several. */
export type Functions = ReadonlyMap<string, Tree | null>;

/** The names of an error and of its parts, the answers to what has been asked of it, and what else is needed to follow it. */
type Context = {
  names: Set<string>;
  answers: Map<string, boolean | null>;
  functions: Functions;
  /** Those that are being followed already. */
  followed: readonly Tree[];
};

const QUESTION = /^(is|has|was|are|can|may|must|does|should)[A-Z]/;
/** Methods that compare: `ENDED.has(error.code)`, `/timeout/.test(error.message)`. */
const COMPARISON = /^(has|includes|test|startsWith|endsWith)$/;
const COMPARES = /^([!=]==?|[<>]=?|instanceof|in)$/;
const TYPE = /^TS\w*(Type|Keyword)/;
const FUNCTION = /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/;

/** Reads the functions that a file declares, at its top and inside others. */
export function readFunctions(program: unknown): Functions {
  const functions = new Map<string, Tree | null>();
  walkTree(program, (node) => {
    const { type, id, init } = node;
    const declared = type === 'VariableDeclarator' ? init : node;
    if (!isTree(id) || !isTree(declared) || !FUNCTION.test(declared.type)) return;
    const name = String(id.name);
    functions.set(name, functions.has(name) ? null : declared);
  });
  return functions;
}

/**
 * Whether a handler passes its error on if that is none of those that it asks for: throws, or gives the error or a part of it to
 * something that does more than answer a question. Functions of the same file are followed; what depends on anything else may
 * happen.
 */
export function passesOn(param: unknown, body: unknown, functions: Functions): boolean {
  return followed(param, body, { functions, followed: [] });
}

function followed(param: unknown, body: unknown, within: Pick<Context, 'functions' | 'followed'>): boolean {
  return endOf(body, { ...within, names: new Set(namesBoundBy(param)), answers: new Map() }) === 'passed on';
}

type End = 'passed on' | 'over' | 'open';

/** How a statement ends for an error that nobody asks for. */
function endOf(node: unknown, context: Context): End {
  if (!isTree(node)) return 'open';
  switch (node.type) {
    case 'BlockStatement':
      return endOfEach([node.body].flat(), context);
    case 'IfStatement':
    case 'ConditionalExpression':
      return endOfBranch(node, context);
    case 'ThrowStatement':
      return 'passed on';
    case 'VariableDeclaration':
      return endOfEach([node.declarations].flat(), context);
    case 'VariableDeclarator':
      return declare(node, context);
    case 'ReturnStatement':
      return isPassedIn(node.argument, context) ? 'passed on' : 'over';
    case 'ExpressionStatement':
      return isPart(node.expression, context) || !isPassedIn(node.expression, context) ? 'open' : 'passed on';
    default:
      return isPassedIn(node, context) ? 'passed on' : 'open';
  }
}

function endOfEach(statements: readonly unknown[], context: Context): End {
  for (const statement of statements) {
    const end = endOf(statement, context);
    if (end !== 'open') return end;
  }
  return 'open';
}

function endOfBranch({ test, consequent, alternate }: Tree, context: Context): End {
  if (!isPart(test, context) && isPassedIn(test, context)) return 'passed on';
  const answer = answerOf(test, context);
  if (answer !== null) return endOf(answer ? consequent : alternate, context);
  const ends = [endOf(consequent, context), endOf(alternate, context)];
  if (ends.includes('passed on')) return 'passed on';
  return ends.includes('open') ? 'open' : 'over';
}

/** What a part of the error, or an answer about it, is called from now on. */
function declare({ id, init }: Tree, context: Context): End {
  if (isPart(init, context)) {
    for (const name of namesBoundBy(id)) context.names.add(name);
    return 'open';
  }
  if (isPassedIn(init, context)) return 'passed on';
  for (const name of namesBoundBy(id)) context.answers.set(name, answerOf(init, context));
  return 'open';
}

/** Whether an expression, or anything in it, does more with the error than ask. */
function isPassedIn(node: unknown, context: Context): boolean {
  if (!isTree(node)) return Array.isArray(node) && node.some((each) => isPassedIn(each, context));
  if (isQuestion(node, context) || TYPE.test(node.type)) return false;
  switch (node.type) {
    case 'Identifier':
      return context.names.has(String(node.name));
    case 'BlockStatement':
    case 'IfStatement':
    case 'ConditionalExpression':
    case 'ThrowStatement':
      return endOf(node, context) === 'passed on';
    case 'LogicalExpression':
      return isPassedInSequence(node, context);
    case 'UnaryExpression':
      return !isPart(node.argument, context) && isPassedIn(node.argument, context);
    case 'CallExpression':
      return isPassedInCall(node, context);
    default:
      return partsOf(node).some((part) => isPassedIn(part, context));
  }
}

/** What stands for values in a node: not names of properties, and not what a `switch` asks for. */
function partsOf(node: Tree): unknown[] {
  if (node.type === 'MemberExpression') return [node.object, node.computed && node.property];
  if (node.type === 'Property') return [node.value, node.computed && node.key];
  return node.type === 'SwitchStatement' ? [node.cases] : Object.values(node);
}

/** `isAbsent(error) || report(error)`: whether the second is reached depends on the answer to the first. */
function isPassedInSequence({ operator, left, right }: Tree, context: Context): boolean {
  const isCondition = operator === '&&' && isPart(left, context);
  if (!isCondition && isPassedIn(left, context)) return true;
  const isOver = operator !== '??' && answerOf(left, context) === (operator === '||');
  return !isOver && isPassedIn(right, context);
}

/** A function of the file is followed; any other that is given the error is taken to do something with it. */
function isPassedInCall({ callee, arguments: given }: Tree, context: Context): boolean {
  const args = [given].flat();
  const own =
    isTree(callee) && callee.type === 'Identifier' ? context.functions.get(String(callee.name)) : null;
  if (!own || context.followed.includes(own)) return isPassedIn(callee, context) || isPassedIn(args, context);
  const params = [own.params].flat();
  return args.some((each, at) =>
    isPart(each, context)
      ? followed(params[at], own.body, { ...context, followed: [...context.followed, own] })
      : isPassedIn(each, context),
  );
}

/** What a question says of an error that it does not ask for; null if something else decides. */
function answerOf(node: unknown, context: Context): boolean | null {
  if (!isTree(node)) return null;
  const { type, operator, left, right } = node;
  if (type === 'Identifier') return context.answers.get(String(node.name)) ?? null;
  if (type === 'UnaryExpression' && operator === '!') return not(answerOf(node.argument, context));
  if (type === 'LogicalExpression' && operator !== '??')
    return join([answerOf(left, context), answerOf(right, context)], operator === '||');
  if (isQuestion(node, context))
    return /^[<>]/.test(`${operator}`) ? null : operator === '!==' || operator === '!=';
  const inner = innerOf(node);
  return inner ? answerOf(inner, context) : null;
}

const not = (answer: boolean | null) => (answer === null ? null : !answer);

/** Two answers: one that decides alone, or both the other. */
function join(answers: readonly (boolean | null)[], decides: boolean): boolean | null {
  if (answers.includes(decides)) return decides;
  return answers.includes(null) ? null : !decides;
}

/** Whether an expression only compares the error, or asks what it is. */
function isQuestion(
  { type, operator, left, right, callee, arguments: given }: Tree,
  context: Context,
): boolean {
  if (type === 'BinaryExpression')
    return COMPARES.test(`${operator}`) && [left, right].some((side) => isPart(side, context));
  if (type !== 'CallExpression' || !isTree(callee)) return false;
  const isMethod = isTree(callee.property);
  const name = String(isTree(callee.property) ? callee.property.name : callee.name);
  if (!QUESTION.test(name) && !(isMethod && COMPARISON.test(name))) return false;
  return [...[given].flat(), callee.object].some((part) => isPart(part, context));
}

/** Whether an expression is the error or a part of it, `(error as Problem)?.code ?? ''`. */
function isPart(node: unknown, context: Context): boolean {
  if (!isTree(node)) return false;
  if (node.type === 'Identifier') return context.names.has(String(node.name));
  if (node.type === 'MemberExpression') return isPart(node.object, context);
  if (node.type === 'LogicalExpression' && node.operator === '??') return isPart(node.left, context);
  return isPart(innerOf(node), context);
}

/** What is inside parentheses, casts and waiting. */
const innerOf = ({ type, expression, argument }: Tree): unknown =>
  type === 'AwaitExpression' ? argument : /^(TS|Parenthesized|Chain)/.test(type) ? expression : null;

/** The names that a pattern binds, and those of the properties that it takes them from. */
export function namesBoundBy(pattern: unknown): string[] {
  if (!isTree(pattern)) return Array.isArray(pattern) ? pattern.flatMap(namesBoundBy) : [];
  if (pattern.type === 'Identifier') return [String(pattern.name)];
  return TYPE.test(pattern.type) ? [] : Object.values(pattern).flatMap(namesBoundBy);
}
