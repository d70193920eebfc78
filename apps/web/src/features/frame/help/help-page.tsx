import { useTranslation } from 'react-i18next';
import { useChannel } from '#/shared/configuration.tsx';
import { Page } from '#/shared/ui/page.tsx';
import classes from './help-page.module.css';

type Section = { title: string; text: string };

/** A short page of text, for installations without help pages of their own. Its sections are in the locale files. */
export function HelpPage({ topic }: { topic: 'faq' | 'contact' | 'products' }) {
  const { t } = useTranslation();
  const { name } = useChannel();
  const sections = t(`help.${topic}.sections`, { returnObjects: true, brand: name }) as Section[];
  return (
    <Page title={t(`help.${topic}.title`)}>
      <div className={classes.sections}>
        {sections.map(({ title, text }) => (
          <section key={title}>
            <h2 className={classes.title}>{title}</h2>
            <p className={classes.text}>{text}</p>
          </section>
        ))}
      </div>
      <a className={classes.back} href="/">
        {t('help.back')}
      </a>
    </Page>
  );
}
