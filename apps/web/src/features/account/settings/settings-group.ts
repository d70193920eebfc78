import type { UseQueryOptions } from '@tanstack/react-query';
import type { LinkProps } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import type { QueryTag } from '#/shared/api/query-tags.ts';

type SettingsEntry = {
  key: string;
  /** Text key. */
  title: string;
  /** Text keys of its action: a short one, and a full one for screen readers, which may read it out of context. */
  action: string;
  actionInFull: string;
  to: LinkProps['to'];
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
