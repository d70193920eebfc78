/** Running sums of a list of changing values, whole and not negative; every call is O(log n). */
export type PrefixSums = {
  readonly length: number;
  total(): number;
  get(index: number): number;
  set(index: number, value: number): void;
  /** Sum of all values before an index; `length` gives the total. */
  sumBefore(index: number): number;
  /** The item at an offset: the last index with at most this sum before it. 0 for an empty list. */
  indexAt(offset: number): number;
};

/** A Fenwick tree over doubles, exact for whole numbers up to 2^53. */
export function createPrefixSums(values: ArrayLike<number>): PrefixSums {
  const length = values.length;
  const current = Float64Array.from(values);
  const tree = buildTree(current);
  const highestStep = length > 0 ? 2 ** Math.floor(Math.log2(length)) : 0;

  function sumBefore(index: number): number {
    let sum = 0;
    for (let node = index; node > 0; node -= node & -node) sum += tree[node] as number;
    return sum;
  }

  function set(index: number, value: number): void {
    const change = value - (current[index] as number);
    current[index] = value;
    for (let node = index + 1; node <= length; node += node & -node)
      tree[node] = (tree[node] as number) + change;
  }

  function indexAt(offset: number): number {
    let node = 0;
    let left = offset;
    for (let step = highestStep; step > 0; step >>= 1) {
      const next = node + step;
      if (next > length || (tree[next] as number) > left) continue;
      node = next;
      left -= tree[next] as number;
    }
    return Math.max(0, Math.min(node, length - 1));
  }

  return {
    length,
    total: () => sumBefore(length),
    get: (index) => current[index] as number,
    set,
    sumBefore,
    indexAt,
  };
}

function buildTree(values: Float64Array): Float64Array {
  const tree = new Float64Array(values.length + 1);
  for (let node = 1; node <= values.length; node++) {
    tree[node] = (tree[node] as number) + (values[node - 1] as number);
    const parent = node + (node & -node);
    if (parent <= values.length) tree[parent] = (tree[parent] as number) + (tree[node] as number);
  }
  return tree;
}
