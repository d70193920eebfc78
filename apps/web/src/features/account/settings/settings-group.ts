import type { UseQueryOptions } from '@tanstack/react-query';
import type { LinkProps } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import type { QueryTag } from '#/shared/api/query-tags.ts';

type SettingsEntry = {
  key: string;
  /** Text key. */
  title: string;
  /**
   * Text key of its action. One form for the values in this row changes them; a page with a list, or with several things to do,
   * manages them.
   */
  action: 'settings.change' | 'settings.manage' | 'deleteAccount.open';
  /** Text key of the whole action, which contains the short one, for screen readers, which may read it out of context. */
  actionInFull: string;
  to: LinkProps['to'];
  /** Leads to what cannot be undone. */
  isDangerous?: true;
  /** Lines that the value always has, so that nothing moves when it arrives; one by default. */
  lines?: 2;
};
type SettingsValue<Data, Key extends readonly [QueryTag, ...unknown[]]> = {
  /** The query its current value is read from. */
  query: UseQueryOptions<Data, Error, Data, Key>;
  Value: ComponentType<{ data: Data }>;
};

/** A group on the settings page: its current value, and the page where it is changed. */
export type SettingsGroup = SettingsEntry & SettingsValue<unknown, readonly [QueryTag, ...unknown[]]>;

/** Declares a group; routes list the groups. */
export function settingsGroup<Data, Key extends readonly [QueryTag, ...unknown[]]>(
  group: SettingsEntry & SettingsValue<Data, Key>,
): SettingsGroup {
  // Safe, because a Value only ever receives the data of its own query.
  return group as unknown as SettingsGroup;
}
