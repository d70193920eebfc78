import * as z from 'zod/mini';

/** Formats of callbacks, described by docs/callbacks.schema.json and docs/callbacks.xsd. */
export const CALLBACK_FORMATS = ['json', 'xml'] as const;
export const callbackFormat = z.enum(CALLBACK_FORMATS);
export type CallbackFormat = z.infer<typeof callbackFormat>;

/** An address as typed; the server validates it when it is saved and again before each call. */
const callbackUrl = z.pipe(
  z.string().check(z.maxLength(2_000)),
  z.transform((typed) => typed.trim()),
);

/**
 * [SET-09] What a customer chooses about callbacks, only for business customers, and each field only after a recent sign-in: it
 * changes what leaves. A null or blank address turns callbacks off.
 */
export const callbackChoice = {
  callbackUrl: z.optional(z.nullable(callbackUrl)),
  callbackFormat: z.optional(callbackFormat),
};
