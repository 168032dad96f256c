// Long page tests run React's development build, which reports more mistakes.
import './error-catalogue.test.ts';
