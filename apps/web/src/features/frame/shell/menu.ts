import type { FeatureFlag, PublicChannel } from '@keepsake/contracts/frame/configuration';
import { type LinkProps, type StaticDataRouteOption, useMatches, useRouter } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';

/** The groups of the side menu, top to bottom; the first one has no heading. */
const GROUPS = ['start', 'orders', 'photos', 'account'] as const;

type Described = {
  /** Text key. */
  label: string;
  icon: ReactNode;
  /** Who sees it; everybody by default [SHL-05, SHL-06, SHL-08, SHL-11]. */
  audience?: 'business' | 'consumers';
  /** Text key of its short name in a phone's bar, which has room for three pages beside the button that adds photos. */
  thumbLabel?: string;
};

/** What a page says of its place in the menu. */
type MenuPlace = Described & {
  group: (typeof GROUPS)[number];
  /** Its place in the group, decided by whoever adds it; a test refuses that a customer sees two with the same. */
  rank: number;
  /** Where it leads, unless to the page's own address. */
  href?: (channel: PublicChannel) => string;
};

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    menu?: MenuPlace;
    /** The section whose entry of the menu the page belongs under, if its own address does not begin with it. */
    section?: string;
  }
}

/** An entry of the menu: a page of ours, with the flag that it requires, or an address of the channel. */
export type MenuEntry = Described & {
  to: LinkProps['to'];
  flag?: FeatureFlag | undefined;
  href?: ((channel: PublicChannel) => string) | undefined;
};

/** Entries that belong together. */
export type MenuGroup = { key: (typeof GROUPS)[number]; entries: readonly MenuEntry[] };

type MenuRoute = { fullPath: string; options: { staticData?: StaticDataRouteOption } };

/** The menu that these routes make: each says its place itself. */
export function menuOf(routes: readonly MenuRoute[]): MenuGroup[] {
  const placed = routes.flatMap(({ fullPath, options: { staticData: { flag, menu } = {} } }) =>
    menu ? [{ ...menu, flag, to: addressOf(fullPath) }] : [],
  );
  placed.sort((first, second) => first.rank - second.rank);
  return GROUPS.map((key) => ({ key, entries: placed.filter(({ group }) => group === key) }));
}

/** An address as links write it; an index route's path ends with a slash. */
const addressOf = (fullPath: string) => fullPath.replace(/(?<=.)\/$/, '') as LinkProps['to'];

/** The menu of the app. */
export function useMenu(): readonly MenuGroup[] {
  const { routesById } = useRouter();
  return useMemo(() => menuOf(Object.values(routesById)), [routesById]);
}

/** The section of an address: 'settings' of /settings/security and of /settings/b2b. */
export const sectionOf = (address: string) => address.split('/')[1];

/** Returns a function that gives the `aria-current` of an entry's link. */
export function useMark(): (entry: MenuEntry) => 'page' | undefined {
  const section = useMatches({
    select: (matches) => {
      const page = matches.at(-1);
      return page && (page.staticData.section ?? sectionOf(page.pathname));
    },
  });
  return ({ to = '.' }) => (sectionOf(to) === section ? 'page' : undefined);
}
