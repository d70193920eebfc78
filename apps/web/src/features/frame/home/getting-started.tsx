import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ChannelLink } from '#/shared/channel-links.tsx';
import { ForwardIcon } from '#/shared/ui/icons.tsx';
import classes from './getting-started.module.css';

/** A suggested first step: a page to open, or an action on this page. */
export type Suggestion = { key: string; icon: ReactNode; title: string; text: string } & (
  | { href: string }
  | { onPress: () => void }
);

/** Suggestions for a customer without photos, orders and projects. */
export function GettingStarted({ suggestions }: { suggestions: readonly Suggestion[] }) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <section aria-labelledby={id} data-unprinted>
      <h2 id={id} className={classes.title}>
        {t('home.begin.title')}
      </h2>
      <ul className={classes.suggestions}>
        {suggestions.map((suggestion) => (
          <li key={suggestion.key} className={classes.suggestion}>
            <span className={classes.icon}>{suggestion.icon}</span>
            <div className={classes.text}>
              <h3 className={classes.name}>
                <Opener suggestion={suggestion} />
              </h3>
              <p className={classes.sentence}>{suggestion.text}</p>
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

function Opener({ suggestion }: { suggestion: Suggestion }) {
  if ('href' in suggestion) {
    return (
      <ChannelLink href={suggestion.href} className={classes.opener}>
        {suggestion.title}
      </ChannelLink>
    );
  }
  return (
    <button type="button" className={classes.opener} onClick={suggestion.onPress}>
      {suggestion.title}
    </button>
  );
}
