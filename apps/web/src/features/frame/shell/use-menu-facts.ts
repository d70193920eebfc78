import { useChannel } from '#/shared/configuration.tsx';
import { useFlags } from '#/shared/flags.tsx';
import { useCustomer } from '#/shared/session.ts';
import type { MenuFacts } from './menu-entries.tsx';

/** What the menu needs to know of the customer, the channel and the flags. */
export function useMenuFacts(): MenuFacts {
  const channel = useChannel();
  const { isB2b } = useCustomer();
  return { isB2b, channel, isFlagOn: useFlags() };
}
