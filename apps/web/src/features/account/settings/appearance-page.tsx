import { type MantineColorScheme, Radio, useMantineColorScheme } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useChannel, useConfiguration } from '#/shared/configuration.tsx';
import { customerQuery } from '#/shared/customer-query.ts';
import { BackLink } from '#/shared/ui/back-link.tsx';
import classes from '#/shared/ui/form.module.css';
import { Page } from '#/shared/ui/page.tsx';
import { languageName } from './groups.tsx';

const CHOICES = ['auto', 'light', 'dark'] as const satisfies MantineColorScheme[];

/** The colour scheme on this device, and the languages of pages and mails. */
export function AppearancePage() {
  const { t } = useTranslation();
  const { locale, name: brand } = useChannel();
  const { languages } = useConfiguration();
  const { data } = useQuery(customerQuery);
  return (
    <Page title={t('settings.language.title')} back={<BackLink to="/settings" label={t('settings.back')} />}>
      <div className={classes.form}>
        <AppearanceChoice />
        <section className={classes.field}>
          <h2 className={classes.heading}>{t('settings.language.heading')}</h2>
          <span>{t('settings.language.pages', { language: languageName(locale, languages), brand })}</span>
          <span>
            {data
              ? t('settings.language.mails', { language: languageName(data.mailLocale, languages) })
              : '\u00a0'}
          </span>
          <Link className={classes.link} to="/settings/personal-details">
            {t('settings.language.changeMails')}
          </Link>
        </section>
      </div>
    </Page>
  );
}

/** Takes effect immediately in every tab, and is stored in this browser. */
function AppearanceChoice() {
  const { t } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  function choose(choice: MantineColorScheme) {
    setColorScheme(choice);
    colourBars(choice);
  }
  return (
    <fieldset className={classes.choices}>
      <legend className={classes.heading}>{t('settings.appearance.title')}</legend>
      <p className={classes.soft}>{t('settings.appearance.text')}</p>
      {CHOICES.map((choice) => (
        <Radio
          key={choice}
          name="appearance"
          value={choice}
          label={t(`settings.appearance.choice.${choice}`)}
          checked={colorScheme === choice}
          onChange={() => choose(choice)}
        />
      ))}
    </fieldset>
  );
}

/** Colours the browser's own bars like the page, as `appearance.js` does on load. */
function colourBars(choice: MantineColorScheme): void {
  const [light, dark] = document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]');
  if (light) light.media = mediaOf('light', choice);
  if (dark) dark.media = mediaOf('dark', choice);
}

function mediaOf(scheme: 'light' | 'dark', choice: MantineColorScheme): string {
  if (choice === 'auto') return `(prefers-color-scheme: ${scheme})`;
  return choice === scheme ? 'all' : 'not all';
}
