import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useChannel } from '#/shared/configuration.tsx';
import { copyText } from '#/shared/copy-text.ts';
import { formatDateInSentence, useLocale } from '#/shared/format.ts';
import panels from '#/shared/ui/panels.module.css';
import { showToast } from '#/shared/ui/toasts.tsx';
import classes from './second-factor.module.css';

type Props = { codes: readonly string[]; email: string; onDone: () => void };

/** Recovery codes, displayed only this once, with actions to copy, save and print them. */
export function RecoveryCodes({ codes, email, onDone }: Props) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { name: brand } = useChannel();
  const list = useRef<HTMLUListElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [isPrinting, setPrinting] = useState(false);
  // They replace the button that was pressed.
  useEffect(() => heading.current?.focus(), []);
  const title = t('secondFactor.sheet', { brand, email });
  const date = t('secondFactor.sheetDate', { date: formatDateInSentence(new Date().toISOString(), locale) });
  async function copy() {
    if (list.current) window.getSelection()?.selectAllChildren(list.current);
    if (await copyText(codes.join('\n'))) showToast({ message: t('secondFactor.codesCopied') });
  }
  return (
    <div className={classes.setUp}>
      <h3 ref={heading} tabIndex={-1} className={classes.heading}>
        {t('secondFactor.codesTitle')}
      </h3>
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
        <Button
          variant="default"
          onClick={() => save(t('secondFactor.file'), [title, date, '', ...codes, ''].join('\r\n'))}
        >
          {t('secondFactor.download')}
        </Button>
        <Button variant="default" onClick={() => setPrinting(true)}>
          {t('secondFactor.print')}
        </Button>
        <Button onClick={onDone}>{t('secondFactor.kept')}</Button>
      </div>
      {isPrinting &&
        createPortal(<Sheet {...{ title, date, codes }} onDone={() => setPrinting(false)} />, document.body)}
    </div>
  );
}

type SheetProps = { title: string; date: string; codes: readonly string[]; onDone: () => void };

/** The printed sheet, hidden beside the page until printing. */
function Sheet({ title, date, codes, onDone }: SheetProps) {
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

function save(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}
