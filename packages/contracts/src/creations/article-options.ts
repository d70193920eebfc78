import * as z from 'zod/mini';
import { count } from '../platform/fields.ts';

/** Kinds of options an article can have. */
export const OPTION_GROUPS = ['sizes', 'papers', 'frames', 'covers'] as const;

const optionId = z.string().check(z.minLength(1), z.maxLength(64));

/** The chosen option per group; a group that is absent means its first option. */
export const chosenOptions = z.strictObject({
  sizes: z.optional(optionId),
  papers: z.optional(optionId),
  frames: z.optional(optionId),
  covers: z.optional(optionId),
});
export type ChosenOptions = z.infer<typeof chosenOptions>;

/** The options of a group, at least one, each with its surcharge. */
export const optionGroup = z.object({
  group: z.enum(OPTION_GROUPS),
  options: z.array(z.object({ id: z.string(), title: z.string(), surcharge: count })),
});
export type OptionGroup = z.infer<typeof optionGroup>;

/** The options an article is made with: the chosen one per group, or the first if it is no longer offered. */
export const optionsMade = (groups: readonly OptionGroup[], chosen: ChosenOptions = {}) =>
  groups.flatMap(({ group, options }) => {
    const made = options.find(({ id }) => id === chosen[group]) ?? options[0];
    return made ? [{ group, isOnly: options.length === 1, ...made }] : [];
  });

/** Surcharge of these options for one article. */
export const surchargeOf = (groups: readonly OptionGroup[], chosen?: ChosenOptions): number =>
  optionsMade(groups, chosen).reduce((sum, { surcharge }) => sum + surcharge, 0);
