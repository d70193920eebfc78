import type { FeatureFlag, PublicChannel } from '@keepsake/contracts/frame/configuration';
import type { LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** A page in the side menu. */
export type MenuEntry = {
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
} & ({ to: LinkProps['to'] } | { href: (channel: PublicChannel) => string });
