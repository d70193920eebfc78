import type { Customer } from '@keepsake/contracts/account/customers';
import { displayNames } from '@keepsake/contracts/platform/formats';
import { useMantineColorScheme } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useConfiguration } from '#/shared/configuration.tsx';
import { customerQuery } from '#/shared/customer-query.ts';
import { formatDayInSentence, useLocale } from '#/shared/format.ts';
import { settingsGroup } from './settings-group.ts';

/** The settings group for personal details [SET-02]. */
export const personalDetailsGroup = settingsGroup({
  key: 'personal-details',
  title: 'settings.details.title',
  action: 'settings.change',
  actionInFull: 'settings.details.change',
  to: '/settings/personal-details',
  query: customerQuery,
  Value: PersonalDetailsValue,
});

function PersonalDetailsValue({ data: { name, phoneNumber, birthday } }: { data: Customer }) {
  const locale = useLocale();
  return [name, phoneNumber, birthday && formatDayInSentence(birthday, locale)]
    .filter(Boolean)
    .map((line) => (
      <p key={line}>
        <bdi>{line}</bdi>
      </p>
    ));
}

/** The settings group for the language of mails and the colour scheme on this device. */
export const languageGroup = settingsGroup({
  key: 'language',
  title: 'settings.language.title',
  action: 'settings.change',
  actionInFull: 'settings.language.change',
  to: '/settings/appearance',
  lines: 2,
  query: customerQuery,
  Value: LanguageValue,
});

function LanguageValue({ data: { mailLocale } }: { data: Customer }) {
  const { t } = useTranslation();
  const { languages } = useConfiguration();
  const { colorScheme } = useMantineColorScheme();
  return (
    <>
      <p>{t('settings.language.mails', { language: languageName(mailLocale, languages) })}</p>
      <p>{t('settings.appearance.present', { choice: t(`settings.appearance.now.${colorScheme}`) })}</p>
    </>
  );
}

/**
 * A language's own name, readable to those who speak it, as it writes it inside a sentence: 'Nederlands', 'dansk'; where it is offered
 * as several regions speak it, with its own: 'Deutsch (Deutschland)'.
 */
export function languageName(locale: string, offered: readonly string[]): string {
  const [language = locale] = locale.split('-');
  const isOfSeveral = offered.some((other) => other !== locale && other.split('-')[0] === language);
  const names = displayNames(locale, { type: 'language', languageDisplay: 'standard' });
  return names.of(isOfSeveral ? locale : language) ?? locale;
}
