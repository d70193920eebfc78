import { useChannel } from '../configuration/configuration-context.ts';

/** The channel's locale, for dates and numbers. */
export function useLocale(): string {
  return useChannel().locale;
}
