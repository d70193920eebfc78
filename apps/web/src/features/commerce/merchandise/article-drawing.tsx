import type { MerchandiseArticle } from '@keepsake/contracts';
import classes from './article-drawing.module.css';

/** Longest edge of the largest article, in pixels. */
const LONGEST = 116;

type Props = {
  article: Pick<MerchandiseArticle, 'ArticleType' | 'PageWidth' | 'PageHeight'>;
  /** Longest edge among the articles drawn to the same scale, in millimetres. */
  longest: number;
};

/** A drawing of an article to scale: a print, a book with its spine, or a framed picture. */
export function ArticleDrawing({ article: { ArticleType, PageWidth, PageHeight }, longest }: Props) {
  const scale = LONGEST / longest;
  const style = { '--width': `${PageWidth * scale}px`, '--height': `${PageHeight * scale}px` };
  return (
    <span className={classes.drawing}>
      <span className={classes.article} data-type={ArticleType} style={style}>
        <svg viewBox="0 0 60 40" preserveAspectRatio="xMidYMid slice" className={classes.picture} aria-hidden>
          <circle cx="44" cy="11" r="4" />
          <path d="m-2 36 17-17 12 12 9-9 26 24v6H-2z" />
        </svg>
      </span>
    </span>
  );
}
