import { readFileSync } from 'node:fs';
import { checkAwaits } from './conventions/awaits.ts';
import { checkBareRules } from './conventions/bare-rules.ts';
import { checkBatches } from './conventions/batches.ts';
import { checkBoundaries } from './conventions/boundaries.ts';
import { checkCachedAnswers, checkQueryNames } from './conventions/cached-answers.ts';
import { checkCustomerIds } from './conventions/customer-ids.ts';
import { checkDatabases } from './conventions/databases.ts';
import { checkDeclaredOnce } from './conventions/declared-once.ts';
import { checkBareImports, checkDoors, checkFeatureDoors } from './conventions/doors.ts';
import { checkEqualTexts } from './conventions/equal-texts.ts';
import { checkForms } from './conventions/forms.ts';
import { checkIdsSideBySide } from './conventions/ids-side-by-side.ts';
import { checkJobs } from './conventions/jobs.ts';
import { checkLeaving } from './conventions/leaving.ts';
import { checkMigrations } from './conventions/migrations.ts';
import { checkMoney } from './conventions/money.ts';
import { checkNamedInComments, readNames } from './conventions/named-in-comments.ts';
import { checkOnce } from './conventions/once.ts';
import { checkOutward } from './conventions/outward.ts';
import { checkListPages } from './conventions/pages/list-pages.ts';
import { checkProblemCodes, checkServerCodes, checkStatusTables } from './conventions/problem-codes.ts';
import { checkRawSql } from './conventions/raw-sql.ts';
import { checkRecentTimes } from './conventions/recent-times.ts';
import { checkSafeAreas } from './conventions/safe-areas.ts';
import { checkSameAnswers } from './conventions/same-answers.ts';
import { checkSentJson } from './conventions/sent-json.ts';
import { checkSessionState } from './conventions/session-state.ts';
import { checkShape } from './conventions/shape.ts';
import { checkSignedRoutes } from './conventions/signed-routes.ts';
import { readSources, readStyleSheets, readTexts } from './conventions/sources.ts';
import { checkStatedLimits } from './conventions/stated-limits.ts';
import { checkStopwatches } from './conventions/stopwatches.ts';
import { checkStoredBytes } from './conventions/stored-bytes.ts';
import { checkStoredColumns } from './conventions/stored-columns.ts';
import { checkSwallowed } from './conventions/swallowed.ts';
import { checkTables } from './conventions/tables.ts';
import { checkThunks } from './conventions/thunks.ts';
import { checkTimeAndIds } from './conventions/time-and-ids.ts';
import { checkTurns } from './conventions/turns.ts';
import { checkFileNames, checkVocabulary, parseGlossary } from './conventions/vocabulary.ts';
import { checkWholeDeps } from './conventions/whole-deps.ts';
import { checkWrittenOut } from './conventions/written-out.ts';
import { checkTranslations } from './texts/check-translations.ts';

/**
 * `npm run conventions`: checks what no compiler or linter does. Each file in `conventions/` says what it refuses.
 */
const sources = readSources();
const styles = readStyleSheets();
const texts = readTexts();
const terms = parseGlossary(readFileSync('docs/glossary.md', 'utf8'));
if (terms.length === 0) throw new Error('docs/glossary.md holds no terms');
const problems = [
  ...checkBoundaries(sources, styles),
  ...checkDoors(sources),
  ...checkDatabases(sources),
  ...checkFeatureDoors(sources),
  ...checkBareImports(sources),
  ...checkVocabulary(sources, terms),
  ...checkTimeAndIds(sources),
  ...checkStopwatches(sources),
  ...checkCustomerIds(sources),
  ...checkIdsSideBySide(sources),
  ...checkMoney(sources),
  ...checkJobs(sources),
  ...checkOutward(sources),
  ...checkBatches(sources),
  ...checkAwaits(sources),
  ...checkSignedRoutes(sources),
  ...checkSwallowed(sources),
  ...checkCachedAnswers(sources),
  ...checkQueryNames(sources),
  ...checkStoredBytes(sources),
  ...checkStoredColumns(sources),
  ...checkSentJson(sources),
  ...checkRecentTimes(sources),
  ...checkBareRules(sources),
  ...checkTables(sources),
  ...checkRawSql(sources),
  ...checkSessionState(sources),
  ...checkTurns(sources),
  ...checkMigrations(texts),
  ...checkOnce(sources),
  ...checkSameAnswers(sources),
  ...checkDeclaredOnce(sources),
  ...checkEqualTexts(texts),
  ...checkStatedLimits(texts, sources),
  ...checkTranslations(texts),
  ...checkShape(sources),
  ...checkWrittenOut(sources),
  ...checkThunks(sources),
  ...checkWholeDeps(sources),
  ...checkListPages(sources),
  ...checkForms(sources),
  ...checkProblemCodes(sources),
  ...checkServerCodes(sources),
  ...checkStatusTables(sources),
  ...checkLeaving(sources),
  ...checkNamedInComments(sources, readNames(sources, texts)),
  ...checkFileNames([...sources.keys(), ...styles.keys()]),
  ...checkSafeAreas(styles),
];
for (const problem of problems) console.error(problem);
console.log(`Conventions: ${sources.size} files, ${terms.length} words, ${problems.length} problems.`);
if (problems.length > 0) process.exitCode = 1;
