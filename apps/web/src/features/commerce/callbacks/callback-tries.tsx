import type { CallbackLine } from '@keepsake/contracts';
import { useTranslation } from 'react-i18next';
import { createDeviceMoment, formatNumber, useLocale } from '#/shared/format.ts';
import classes from './callbacks.module.css';

/** The attempts with status, duration and the beginning of the answer; the newest one is the summary line. */
export function CallbackTries({ tries }: Pick<CallbackLine, 'tries'>) {
  const { t } = useTranslation();
  const locale = useLocale();
  const moment = createDeviceMoment(locale);
  const [last] = tries;
  if (!last) return null;
  const told = ({ status, fault, milliseconds }: typeof last) => {
    const took = t('callbacks.took', { milliseconds: formatNumber(milliseconds, locale) });
    return `${status === null ? (fault ?? '') : t('callbacks.status', { status })} · ${took}`;
  };
  return (
    <details className={classes.tries}>
      <summary>{`${told(last)} · ${t('callbacks.tries', { count: tries.length })}`}</summary>
      <ol>
        {tries.map((each) => (
          <li key={each.at}>
            <time dateTime={each.at}>{moment(new Date(each.at))}</time> · {told(each)}
            {each.answer && <pre dir="auto">{each.answer}</pre>}
          </li>
        ))}
      </ol>
    </details>
  );
}
