import * as z from 'zod/mini';

/** notPrinted: photos that no order is made from. */
export const photoFilter = z.literal('notPrinted');
export type PhotoFilter = z.infer<typeof photoFilter>;
