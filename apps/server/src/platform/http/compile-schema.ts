import type * as z from 'zod/mini';
import * as core from 'zod/v4/core';

/**
 * The same schema with its objects checked by generated code: `zod/mini`, which keeps the browser's share small, walks
 * them key by key. A month page takes a third of the time. What a schema of the contract does not nest stays as it is.
 */
export function compileSchema<Schema extends z.ZodMiniType>(schema: Schema): Schema {
  return compile(schema as unknown as core.$ZodTypes) as unknown as Schema;
}

function compile(schema: core.$ZodTypes): core.$ZodType {
  const { def } = schema._zod;
  const inner = (part: core.$ZodType) => compile(part as core.$ZodTypes);
  switch (def.type) {
    case 'object': {
      if (def.checks?.length) return schema;
      const shape = Object.entries(def.shape).map(([key, part]) => [key, inner(part)]);
      return new core.$ZodObjectJIT({ ...def, shape: Object.fromEntries(shape) });
    }
    case 'array':
      return new core.$ZodArray({ ...def, element: inner(def.element) });
    case 'optional':
      return def.innerType._zod.def.type === 'optional'
        ? schema
        : new core.$ZodOptional({ ...def, innerType: inner(def.innerType) });
    case 'nullable':
      return new core.$ZodNullable({ ...def, innerType: inner(def.innerType) });
    default:
      return schema;
  }
}
