import * as z from 'zod/mini';
import { count } from './fields.ts';

/** What can be chosen of an article, beside the article itself. */
export const OPTION_GROUPS = ['sizes', 'papers', 'frames', 'covers'] as const;

const optionId = z.string().check(z.minLength(1), z.maxLength(64));

/** The option that was chosen in each group; without one it is the first. */
export const chosenOptions = z.strictObject({
  sizes: z.optional(optionId),
  papers: z.optional(optionId),
  frames: z.optional(optionId),
  covers: z.optional(optionId),
});
export type ChosenOptions = z.infer<typeof chosenOptions>;

/** The options of a group, at least one, with what the article costs more with each. */
export const optionGroup = z.object({
  group: z.enum(OPTION_GROUPS),
  options: z.array(z.object({ id: z.string(), title: z.string(), surcharge: count })),
});
export type OptionGroup = z.infer<typeof optionGroup>;

/** What is made: the chosen option of each group, or the first where that is not offered any more. */
export const optionsMade = (groups: readonly OptionGroup[], chosen: ChosenOptions = {}) =>
  groups.flatMap(({ group, options }) => {
    const made = options.find(({ id }) => id === chosen[group]) ?? options[0];
    return made ? [{ group, isOnly: options.length === 1, ...made }] : [];
  });

/** What one of an article costs more with these options. */
export const surchargeOf = (groups: readonly OptionGroup[], chosen?: ChosenOptions): number =>
  optionsMade(groups, chosen).reduce((sum, { surcharge }) => sum + surcharge, 0);
