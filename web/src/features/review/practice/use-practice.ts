import {
  answerPractice,
  type PracticeAnswer,
  type PracticeProgress,
  readPractice,
  restartPractice,
} from '@doorstep/contract/practice';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/api/api-client.ts';
import { cases } from './practice-cases.ts';

const progressQuery = queryOptions({
  queryKey: ['practice'],
  queryFn: ({ signal }) => call(readPractice, { signal }),
});

export function usePractice() {
  const client = useQueryClient();
  const { data, error, refetch, isFetching } = useQuery(progressQuery);
  const [given, setGiven] = useState<{ number: number; answer: PracticeAnswer }>();
  const answers = new Map(data?.answers.map((one) => [one.case, one.answer]));
  const store = (next: PracticeProgress) => client.setQueryData(progressQuery.queryKey, next);
  const save = useMutation({
    mutationFn: (body: PracticeProgress['answers'][number]) => call(answerPractice, { body }),
  });
  const restart = useMutation({
    mutationFn: () => call(restartPractice),
    onSuccess: () => {
      setGiven(undefined);
      store({ answers: [] });
    },
  });
  const first = cases.findIndex((_, index) => !answers.has(index + 1));
  const number = given?.number ?? (first < 0 ? undefined : first + 1);
  return {
    isLoading: data === undefined && !error,
    error: error ?? save.error ?? restart.error,
    retry() {
      if (save.isError) save.mutate(save.variables);
      else if (restart.isError) restart.mutate();
      else void refetch();
    },
    isFetching,
    number,
    shown: number === undefined ? undefined : cases[number - 1],
    given: given?.answer,
    answers,
    right: cases.filter(({ answer }, index) => answers.get(index + 1) === answer).length,
    answer(answer: PracticeAnswer) {
      if (number === undefined || given) return;
      setGiven({ number, answer });
      save.mutate({ case: number, answer });
    },
    goOn() {
      if (!given) return;
      const others = (data?.answers ?? []).filter((one) => one.case !== given.number);
      store({ answers: [...others, { case: given.number, answer: given.answer }] });
      setGiven(undefined);
    },
    restart: () => restart.mutate(),
  };
}
