import type { PracticeAnswer } from '@doorstep/contract/practice';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { Button } from '../../../ui/button/Button.tsx';
import { buttonClass } from '../../../ui/button/button-class.ts';
import { answerLabels } from './PracticeDesk.tsx';
import { cases } from './practice-cases.ts';

interface PracticeDoneProps {
  answers: ReadonlyMap<number, PracticeAnswer>;
  right: number;
  onRestart: () => void;
}

export function PracticeDone({ answers, right, onRestart }: PracticeDoneProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="all-reviewed">
      <div>
        <h1 ref={heading} tabIndex={-1}>
          Practice is done
        </h1>
        <p className="text-lg text-muted">
          {right} of {cases.length} answers are as expected.
        </p>
        <table className="elsewhere">
          <thead>
            <tr>
              <th scope="col">Case</th>
              <th scope="col">You chose</th>
              <th scope="col">Expected</th>
            </tr>
          </thead>
          <tbody>
            {cases.map(({ verification, answer }, index) => {
              const given = answers.get(index + 1);
              return (
                <tr key={verification.verification_id}>
                  <th scope="row">
                    <bdi>{verification.applicant}</bdi>
                  </th>
                  <td>{given ? answerLabels[given] : '-'}</td>
                  <td>
                    {given === answer ? (
                      <span className="text-muted">The same</span>
                    ) : (
                      <b className="font-semibold">
                        <span className="sm:hidden">Expected: </span>
                        {answerLabels[answer]}
                      </b>
                    )}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
        <p className="mt-6 flex justify-center gap-2">
          <Button onClick={onRestart}>Start again</Button>
          <Link to="/review" className={buttonClass({ variant: 'primary' })}>
            Review
          </Link>
        </p>
      </div>
    </div>
  );
}
