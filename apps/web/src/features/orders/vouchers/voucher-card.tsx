import type { Project } from '@keepsake/contracts/creations/projects';
import { hasEnded, judgeVoucher } from '@keepsake/contracts/orders/voucher-rules';
import type { Voucher } from '@keepsake/contracts/orders/vouchers';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChannelLink } from '#/shared/channel-links.tsx';
import { useChannel } from '#/shared/configuration.tsx';
import { useIsBlocked } from '#/shared/customer-query.ts';
import { createMomentInSentence, formatDay, lastDayOf } from '#/shared/format.ts';
import { copyText } from '#/shared/take-text.ts';
import classes from './voucher-card.module.css';
import { useVoucherWords } from './voucher-words.ts';

type Props = { voucher: Voucher; projects: readonly Project[]; now: Date };

/** A voucher: value, scope, expiry, code, and the projects it can be used for. */
export function VoucherCard({ voucher, projects, now }: Props) {
  const { t } = useTranslation();
  const { worthOf, moneyOf } = useVoucherWords();
  const { title, goodFor, minimum, isUsed, isPersonal, uses, usedIn } = voucher;
  const isOver = isUsed || hasEnded(voucher, now);
  const fields = [
    goodFor ? t('vouchers.goodFor', { what: goodFor.title }) : t('vouchers.everything'),
    minimum && t('vouchers.minimum', { amount: moneyOf(minimum) }),
    !isOver && uses !== 'unlimited' && t('vouchers.once'),
    isPersonal && t('vouchers.personal'),
  ];
  return (
    <li className={classes.card} data-over={isOver || undefined}>
      <p className={classes.value}>{t('vouchers.off', { value: worthOf(voucher) })}</p>
      <div className={classes.text}>
        <h2 className={classes.title} dir="auto">
          {title}
        </h2>
        <p>{fields.filter(Boolean).join(' · ')}</p>
        <p>
          <End voucher={voucher} now={now} />
        </p>
        {isUsed && usedIn && (
          <p>
            <Link to="/orders/$orderCode" params={{ orderCode: usedIn }} className={classes.link}>
              {t('vouchers.usedIn', { code: usedIn })}
            </Link>
          </p>
        )}
        {isUsed && !usedIn && <p>{t('vouchers.used')}</p>}
        <Code code={voucher.code} canCopy={!isOver} />
      </div>
      {projects.length > 0 && <ProjectVerdicts voucher={voucher} projects={projects} now={now} />}
    </li>
  );
}

function End({ voucher: { endsAt }, now }: Pick<Props, 'voucher' | 'now'>) {
  const { t } = useTranslation();
  const { locale, timeZone } = useChannel();
  if (endsAt === null) return t('vouchers.noEnd');
  const day = lastDayOf(endsAt, timeZone);
  return (
    <time dateTime={endsAt} title={createMomentInSentence(locale, timeZone)(new Date(endsAt))}>
      {hasEnded({ endsAt }, now)
        ? t('vouchers.ended', { date: formatDay(day, locale) })
        : t('vouchers.until', { date: formatDay(day, locale) })}
    </time>
  );
}

/** The code as written, for copying or selecting. */
function Code({ code, canCopy }: { code: string; canCopy: boolean }) {
  const { t } = useTranslation();
  const [isCopied, setCopied] = useState(false);
  const shown = useRef<HTMLElement>(null);
  const copy = async () => setCopied(await copyText(code, shown.current));
  return (
    <p className={classes.codeLine}>
      <code ref={shown} className={classes.code}>
        {code}
      </code>
      {canCopy && (
        <button
          type="button"
          className={classes.copy}
          onClick={() => void copy()}
          onBlur={() => setCopied(false)}
        >
          <span role="status">{t(isCopied ? 'vouchers.copied' : 'vouchers.copy')}</span>
        </button>
      )}
    </p>
  );
}

/** Leads to the editor, except for a customer who is blocked: it ends in an order. */
function ProjectName({ project: { title, product, continueUrl } }: { project: Project }) {
  const { t } = useTranslation();
  const name = title ?? product ?? t('projects.unnamed');
  if (useIsBlocked()) return <span dir="auto">{name}</span>;
  return (
    <ChannelLink href={continueUrl} className={classes.link} dir="auto">
      {name}
    </ChannelLink>
  );
}

/** Saved projects with whether the voucher can be used for them, usable ones first; for others the reason. */
function ProjectVerdicts({ voucher, projects, now }: Props) {
  const { t } = useTranslation();
  const { wordsOf } = useVoucherWords();
  const judged = projects
    .map((project) => ({ project, verdict: judgeVoucher(voucher, project, now) }))
    .toSorted((one, other) => Number(other.verdict.isUsable) - Number(one.verdict.isUsable));
  const fitting = judged.filter(({ verdict }) => verdict.isUsable).length;
  const only = fitting === 0 ? 'notUsable' : 'usable';
  return (
    <details className={classes.projects}>
      <summary className={classes.summary}>
        {projects.length === 1
          ? t(`vouchers.onlyProject.${only}`)
          : t('vouchers.projects', { fitting, count: projects.length })}
      </summary>
      <ul className={classes.verdicts}>
        {judged.map(({ project, verdict }) => (
          <li key={project.id} className={classes.verdict} data-fits={verdict.isUsable || undefined}>
            <ProjectName project={project} />
            <span className={classes.words}>{wordsOf(voucher, project, verdict)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
