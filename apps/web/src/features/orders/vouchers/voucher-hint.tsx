import type { Project } from '@keepsake/contracts/creations/projects';
import { judgeVoucher } from '@keepsake/contracts/orders/voucher-rules';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { serverNow } from '#/shared/server-time.ts';
import { useWallet } from './queries.ts';
import classes from './voucher-card.module.css';
import { useVoucherWords } from './voucher-words.ts';

/** The voucher of the wallet that takes most off a saved project; renders nothing if none applies. */
export function VoucherHint({ project }: { project: Project }) {
  const { t } = useTranslation();
  const { wordsOf } = useVoucherWords();
  const { data = [] } = useWallet();
  const now = serverNow();
  const [best] = data
    .map((voucher) => ({ voucher, verdict: judgeVoucher(voucher, project, now) }))
    .flatMap(({ voucher, verdict }) => (verdict.isUsable ? [{ voucher, verdict }] : []))
    .toSorted((one, other) => (other.verdict.takesOff ?? 0) - (one.verdict.takesOff ?? 0));
  if (!best) return null;
  const { voucher, verdict } = best;
  return (
    <p className={classes.hint}>
      <Link to="/vouchers" className={classes.link}>
        {t('vouchers.hint', { code: voucher.code, words: wordsOf(voucher, project, verdict) })}
      </Link>
    </p>
  );
}
