import './ReviewPage.css';
import '../features/review/ReviewHeader.css';
import '../features/review/keys/LookKeys.css';
import '../features/review/keys/ReviewBar.css';
import '../features/review/no-case/AllReviewed.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useReviewKeys } from '../domain/keys/use-review-keys.ts';
import { LeaveKey } from '../features/review/keys/LeaveKey.tsx';
import { PracticeDesk } from '../features/review/practice/PracticeDesk.tsx';
import { PracticeDone } from '../features/review/practice/PracticeDone.tsx';
import { cases } from '../features/review/practice/practice-cases.ts';
import { usePractice } from '../features/review/practice/use-practice.ts';
import { failureOf } from '../lib/api/api-error.ts';
import { ErrorState } from '../ui/feedback/EmptyState.tsx';
import { Mark } from '../ui/page/Mark.tsx';

/**
 * Shows ten made-up cases to new reviewers, with the desk's own components. No list, sum or report contains
 * these cases, and they have no due time.
 */
export function PracticePage() {
  const practice = usePractice();
  const navigate = useNavigate();
  const leave = () => void navigate({ to: '/verification' });
  // Disables the queries of the desk's components, because they would ask the server about the made-up case.
  const [silent] = useState(
    () => new QueryClient({ defaultOptions: { queries: { enabled: false } } }),
  );
  const { shown, number, error, right, answers } = practice;
  useReviewKeys({ escape: leave }, true);
  return (
    <div className="review-desk">
      <header className="top">
        <div className="top-start">
          <span className="brand">
            <Mark />
          </span>
          <span className="here">Practice</span>
          <p className="queue">
            {number !== undefined && (
              <span>
                Case <b>{number}</b> of {cases.length}
              </span>
            )}
            {answers.size > 0 && (
              <span className="ms-3">
                <b>{right}</b> of {answers.size} right
              </span>
            )}
          </p>
        </div>
        <div className="top-middle" />
        <div className="top-end">
          <LeaveKey onPress={leave} />
        </div>
      </header>
      {error ? (
        <div className="all-reviewed">
          <ErrorState
            {...failureOf(error, 'Couldn’t load or save your practice answers')}
            onRetry={practice.retry}
            isRetrying={practice.isFetching}
          />
        </div>
      ) : shown && number !== undefined ? (
        <QueryClientProvider client={silent}>
          <PracticeDesk
            key={number}
            shown={shown}
            given={practice.given}
            onAnswer={practice.answer}
            onNext={practice.goOn}
          />
        </QueryClientProvider>
      ) : (
        !practice.isLoading && (
          <PracticeDone answers={answers} right={right} onRestart={practice.restart} />
        )
      )}
    </div>
  );
}
