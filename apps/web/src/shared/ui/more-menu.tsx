import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Disclosure } from './disclosure.tsx';
import classes from './more-menu.module.css';

/** A menu of actions for which a row has no room. Renders nothing if there are none. */
export default function MoreMenu({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const face = (
    <>
      {t('library.more')}
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="m7 10 5 5 5-5" />
      </svg>
    </>
  );
  return (
    <Disclosure face={face} classNames={classes}>
      {({ leave }) => (
        // Closes before a dialog opens, which later returns the focus to the element that had it: the menu item is gone by
        // then.
        // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: handles clicks of its buttons
        <div className={classes.items} onClick={leave}>
          {children}
        </div>
      )}
    </Disclosure>
  );
}
