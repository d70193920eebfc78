import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ChannelLink } from '#/shared/channel-links.tsx';
import { ForwardIcon } from '#/shared/ui/icons.tsx';
import classes from './ways-to-begin.module.css';

/** A suggested first step: a page to open, or an action on this page. */
export type Way = { key: string; icon: ReactNode; title: string; text: string } & (
  | { href: string }
  | { onPress: () => void }
);

/** Suggestions for a customer without photos, orders and projects. */
export function WaysToBegin({ ways }: { ways: readonly Way[] }) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={classes.title}>
        {t('home.begin.title')}
      </h2>
      <ul className={classes.ways}>
        {ways.map((way) => (
          <li key={way.key} className={classes.way}>
            <span className={classes.icon}>{way.icon}</span>
            <div className={classes.text}>
              <h3 className={classes.name}>
                <Opener way={way} />
              </h3>
              <p className={classes.sentence}>{way.text}</p>
            </div>
            <span className={classes.forward}>
              <ForwardIcon />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Opener({ way }: { way: Way }) {
  if ('href' in way) {
    return (
      <ChannelLink href={way.href} className={classes.opener}>
        {way.title}
      </ChannelLink>
    );
  }
  return (
    <button type="button" className={classes.opener} onClick={way.onPress}>
      {way.title}
    </button>
  );
}
