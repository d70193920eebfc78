import type { FeatureFlag, PublicChannel } from '@keepsake/contracts/frame/configuration';
import type { LinkProps } from '@tanstack/react-router';
import { createContext, type ReactNode, useContext } from 'react';

type Described = {
  key: string;
  /** Text key. */
  label: string;
  icon: ReactNode;
  /** The feature flag it requires, if any. */
  flag?: FeatureFlag;
  /** Who sees it; everybody by default [SHL-05, SHL-06, SHL-08, SHL-11]. */
  audience?: 'business' | 'consumers';
  /** Marked as current only at its own address, not at addresses below it. */
  isExact?: boolean;
};

/** A page of ours in the menu. */
export type PageEntry = Described & { to: LinkProps['to'] };
/** An entry of the side menu: a page of ours, or an address of the channel. */
export type MenuEntry = PageEntry | (Described & { href: (channel: PublicChannel) => string });

/** Entries of the side menu that belong together; the first ones have no heading. */
export type MenuGroup = {
  key: 'start' | 'orders' | 'photos' | 'account';
  entries: readonly MenuEntry[];
};

export const FrameContext = createContext(false);

/** Whether the content is inside a frame; previews and other full-screen pages are not. */
export const useIsFramed = () => useContext(FrameContext);
