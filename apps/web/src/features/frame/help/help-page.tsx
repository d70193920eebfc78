import { PHOTO_LIMITS } from '@keepsake/contracts/platform/limits';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useChannel } from '#/shared/configuration.tsx';
import { Page } from '#/shared/ui/page.tsx';
import classes from './help-page.module.css';

type Section = { title: string; text: string };

const TOPICS = ['faq', 'contact'] as const;
type HelpTopic = (typeof TOPICS)[number];

export function isHelpTopic(name: string): name is HelpTopic {
  return TOPICS.some((topic) => topic === name);
}

type Props = {
  topic: HelpTopic;
  /** The order the customer needs help with. */
  orderCode?: string | undefined;
};

/** A short built-in help page, for installations without their own. Its sections are in the locale files. */
export function HelpPage({ topic, orderCode }: Props) {
  const { t } = useTranslation();
  const { name } = useChannel();
  const sections = t(`help.${topic}.sections`, {
    returnObjects: true,
    brand: name,
    ...PHOTO_LIMITS,
  }) as Section[];
  return (
    <Page title={t(`help.${topic}.title`)}>
      {orderCode && <p className={classes.order}>{t('help.aboutOrder', { code: orderCode })}</p>}
      <div className={classes.sections}>
        {sections.map(({ title, text }) => (
          <section key={title}>
            <h2 className={classes.title}>{title}</h2>
            <p className={classes.text}>{text}</p>
          </section>
        ))}
      </div>
      <Link className={classes.back} to="/">
        {t('help.back')}
      </Link>
    </Page>
  );
}
