import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useChannel } from '#/shared/configuration.tsx';
import { formatDateInSentence } from '#/shared/format.ts';
import { serverNow } from '#/shared/server-time.ts';
import { copyText, saveText } from '#/shared/take-text.ts';
import { FocusedHeading } from '#/shared/ui/focused-heading.tsx';
import panels from '#/shared/ui/panels.module.css';
import { showToast } from '#/shared/ui/toasts.tsx';
import classes from './second-factor.module.css';

type Props = { codes: readonly string[]; email: string; onDone: () => void };

/** Recovery codes, displayed only this once, with actions to copy, save and print them. */
export function RecoveryCodes({ codes, email, onDone }: Props) {
  const { t } = useTranslation();
  const list = useRef<HTMLUListElement>(null);
  const head = useHeadOfSheet(email);
  const file = [head.title, head.date, '', ...codes, ''].join('\r\n');
  const [isPrinting, setPrinting] = useState(false);
  async function copy() {
    if (await copyText(codes.join('\n'), list.current)) showToast({ message: t('secondFactor.codesCopied') });
  }
  return (
    <div className={classes.setUp}>
      {/* They replace the button that was pressed. */}
      <FocusedHeading order={3} className={classes.heading}>
        {t('secondFactor.codesTitle')}
      </FocusedHeading>
      <p>{t('secondFactor.codesText')}</p>
      <ul ref={list} className={classes.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={panels.actions}>
        <Button variant="default" onClick={() => void copy()}>
          {t('secondFactor.copy')}
        </Button>
        <Button variant="default" onClick={() => saveText(t('secondFactor.file'), file)}>
          {t('secondFactor.download')}
        </Button>
        <Button variant="default" onClick={() => setPrinting(true)}>
          {t('secondFactor.print')}
        </Button>
        <Button onClick={onDone}>{t('secondFactor.kept')}</Button>
      </div>
      {isPrinting &&
        createPortal(<Sheet head={head} codes={codes} onDone={() => setPrinting(false)} />, document.body)}
    </div>
  );
}

/** Whose codes they are, and of which day. */
function useHeadOfSheet(email: string) {
  const { t } = useTranslation();
  const { locale, timeZone } = useChannel();
  const { name: brand } = useChannel();
  return {
    title: t('secondFactor.sheet', { brand, email }),
    date: t('secondFactor.sheetDate', {
      date: formatDateInSentence(serverNow().toISOString(), locale, timeZone),
    }),
  };
}

type SheetProps = { head: ReturnType<typeof useHeadOfSheet>; codes: readonly string[]; onDone: () => void };

/** The printed sheet, hidden beside the page until printing. */
function Sheet({ head: { title, date }, codes, onDone }: SheetProps) {
  const done = useRef(onDone);
  done.current = onDone;
  useEffect(() => {
    window.print();
    done.current();
  }, []);
  return (
    <div className={classes.sheet} data-recovery-codes aria-hidden="true">
      <h1>{title}</h1>
      <p>{date}</p>
      {codes.map((code) => (
        <p key={code}>
          <code>{code}</code>
        </p>
      ))}
    </div>
  );
}
