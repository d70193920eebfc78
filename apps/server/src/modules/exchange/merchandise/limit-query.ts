import { type DocumentNode, GraphQLError, Kind, type SelectionNode, type SelectionSetNode } from 'graphql';

/** Maximum tokens of a query: the longest that the usual tools send, for the schema itself, has 500. */
export const MAX_TOKENS = 1_000;
/** Only the introspection schema is recursive: tools ask for types of types. */
const MAX_DEPTH = 20;
/** Maximum fields with all fragments expanded. */
const MAX_FIELDS = 500;
/** Aliases are the only way to ask for the same thing repeatedly. */
const MAX_ALIASES = 10;

type Size = { depth: number; fields: number; aliases: number };
const NOTHING: Size = { depth: 0, fields: 0, aliases: 0 };

/**
 * Why a query asks for too much, or null. Measures each fragment once, however often it is spread, before anything expands the
 * query's fragments.
 */
export function excessOf(document: DocumentNode): GraphQLError | null {
  const fragments = new Map<string, SelectionSetNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION)
      fragments.set(definition.name.value, definition.selectionSet);
  }
  const measure = createMeasure(fragments);
  for (const definition of document.definitions) {
    if (!('selectionSet' in definition) || !definition.selectionSet) continue;
    const { depth, fields, aliases } = measure(definition.selectionSet);
    if (depth > MAX_DEPTH) return new GraphQLError(`The query is deeper than ${MAX_DEPTH} fields`);
    if (fields > MAX_FIELDS) return new GraphQLError(`The query has more than ${MAX_FIELDS} fields`);
    if (aliases > MAX_ALIASES) return new GraphQLError(`The query has more than ${MAX_ALIASES} aliases`);
  }
  return null;
}

function createMeasure(fragments: ReadonlyMap<string, SelectionSetNode>) {
  const measured = new Map<string, Size>();

  function ofFragment(name: string): Size {
    const existing = measured.get(name);
    if (existing) return existing;
    // A fragment that spreads itself counts as empty there: validation refuses it.
    measured.set(name, NOTHING);
    const contents = fragments.get(name);
    const size = contents ? ofSelections(contents) : NOTHING;
    measured.set(name, size);
    return size;
  }
  function within(selection: SelectionNode): Size {
    if (selection.kind === Kind.FRAGMENT_SPREAD) return ofFragment(selection.name.value);
    return selection.selectionSet ? ofSelections(selection.selectionSet) : NOTHING;
  }
  function ofSelections({ selections }: SelectionSetNode): Size {
    const total = { ...NOTHING };
    for (const selection of selections) {
      const { depth, fields, aliases } = within(selection);
      const own = selection.kind === Kind.FIELD ? 1 : 0;
      total.depth = Math.max(total.depth, depth + own);
      total.fields += fields + own;
      total.aliases += aliases + (selection.kind === Kind.FIELD && selection.alias ? 1 : 0);
    }
    return total;
  }
  return ofSelections;
}
