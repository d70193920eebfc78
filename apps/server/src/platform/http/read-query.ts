import type * as z from 'zod/mini';
import type * as core from 'zod/v4/core';
import { faultyField } from '../problem.ts';

/** Whether each parameter of a query takes several values. */
type Declared = ReadonlyMap<string, boolean>;

/** The parameters that a query declares, by name; those that are arrays take several values. */
export function declaredIn(schema: z.ZodMiniType): Declared {
  const { def } = (schema as unknown as core.$ZodTypes)._zod;
  if (def.type !== 'object') throw new Error('a query is an object of parameters');
  return new Map(Object.entries(def.shape).map(([name, part]) => [name, isList(part)]));
}

function isList(schema: core.$ZodType): boolean {
  const { def } = (schema as core.$ZodTypes)._zod;
  if (def.type === 'optional' || def.type === 'default') return isList(def.innerType);
  return def.type === 'array';
}

/**
 * Reads a query as clients write it: names in any case, and lists as `ids=a,b`, `ids=a&ids=b`, `ids[]=a` or `ids[0]=a`. What
 * resembles a declared parameter and cannot be read is a problem: without it the answer would be for more than was asked. Where a list
 * narrows the answer, every unknown parameter is one. What pages and caches add (`_`, `utm_source`) is ignored.
 */
export function createQueryReader(schema: z.ZodMiniType | undefined) {
  if (!schema) return () => undefined;
  const declared = declaredIn(schema);
  const hasList = [...declared.values()].includes(true);
  const names = new Map([...declared.keys()].map((name) => [name.toLowerCase(), name]));
  return (query: unknown): Record<string, unknown> => {
    const values = new Map<string, unknown[]>();
    for (const [key, value] of Object.entries(query as Record<string, unknown>)) {
      const name = declared.has(key) ? key : nameOf(key);
      if (name !== undefined) values.set(name, [...(values.get(name) ?? []), value].flat());
    }
    return Object.fromEntries([...values].map(([name, given]) => [name, readValues(name, given)]));
  };

  function nameOf(key: string): string | undefined {
    const name = names.get(key.replace(/\[\d*\]$/, '').toLowerCase());
    const isBare = !key.endsWith(']');
    if (name !== undefined && (isBare || declared.get(name))) return name;
    const meant = [...declared.keys()].find((existing) => resembles(key, existing));
    if (meant === undefined) {
      if (hasList && !ADDED_BY_OTHERS.test(key)) throw refusal(key, 'is unknown here');
      return undefined;
    }
    const spelling = declared.get(meant) ? `${meant}=a,b or ${meant}=a&${meant}=b` : `${meant}=a`;
    throw refusal(key, `is unknown here: if it stands for ${meant}, write ${spelling}`);
  }

  function readValues(name: string, given: unknown[]): unknown {
    if (declared.get(name))
      return given
        .map(String)
        .join(',')
        .split(',')
        .filter((item) => item !== '');
    if (given.length > 1) throw refusal(name, 'takes one value');
    return given[0];
  }
}

/** Parameters of trackers and against caches. */
const ADDED_BY_OTHERS = /^(_|utm_|(fb|g|ms)clid$)/i;

const refusal = (key: string, message: string) => faultyField(`query.${key}`.slice(0, 200), message);

const stemOf = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace(/s$/, '');

/** Whether a name is that of a parameter with something before or behind it ('invoice_ids', 'ids.0'), part of it, or its singular. */
function resembles(key: string, name: string): boolean {
  const [stem, existing] = [stemOf(key), stemOf(name)];
  const [short = '', long = ''] = [stem, existing].toSorted((one, other) => one.length - other.length);
  if (short.length > 1) return long.startsWith(short) || long.endsWith(short);
  return key
    .toLowerCase()
    .split(/[^a-z0-9]/)
    .includes(name.toLowerCase());
}
