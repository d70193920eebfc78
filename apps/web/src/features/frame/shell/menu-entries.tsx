import type { FeatureFlag, PublicChannel } from '@keepsake/contracts';
import type { LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { DownloadIcon, HelpIcon, HomeIcon, PhotosIcon, SignOutIcon } from '#/shared/ui/icons.tsx';

/** What decides whether an entry shows and where it leads. */
export type MenuFacts = {
  isFlagOn: (flag: FeatureFlag) => boolean;
  isB2b: boolean;
  channel: PublicChannel;
};

export type MenuEntry = {
  key: string;
  /** Key of its text. */
  label: string;
  icon: ReactNode;
  /** A page of this app, by its route; or any address. */
  target: (facts: MenuFacts) => { to: LinkProps['to'] } | { href: string };
  isExact?: boolean;
  isShown?: (facts: MenuFacts) => boolean;
};

/** The side menu, from top to bottom. A page that is added gets its line here. */
export const menuEntries: readonly MenuEntry[] = [
  {
    key: 'overview',
    label: 'shell.overview',
    icon: <HomeIcon />,
    target: () => ({ to: '/' }),
    isExact: true,
  },
  {
    key: 'photos',
    label: 'shell.savedPhotos',
    icon: <PhotosIcon />,
    // The whole section, so that albums belong to it, too.
    target: () => ({ to: '/my-photos' }),
    isShown: ({ isFlagOn }) => isFlagOn('PhotoManagementTimelineViewEnabled'),
  },
  {
    key: 'downloads',
    label: 'shell.downloads',
    icon: <DownloadIcon />,
    target: () => ({ to: '/downloads' }),
  },
  {
    key: 'faq',
    label: 'shell.faq',
    icon: <HelpIcon />,
    target: ({ channel }) => ({ href: channel.faqUrl }),
  },
  { key: 'sign-out', label: 'shell.signOut', icon: <SignOutIcon />, target: () => ({ to: '/logout' }) },
];
