import { describe, expect, test } from 'vitest';
import { termsOf, wordsOf } from '../../../src/language/words.ts';

describe('terms of a text', () => {
  test('leave out stop words and case, and bring words to their stem', () => {
    expect(termsOf('The Painters were painting')).toEqual(['painter', 'paint']);
  });

  test('bring irregular forms to the base that regular ones share', () => {
    expect(termsOf('went bought children')).toEqual(termsOf('go buy child'));
  });

  test('drop possessives and apostrophes of either kind', () => {
    expect(termsOf("Caroline's and Luna’s")).toEqual(termsOf('Caroline Luna'));
    expect(wordsOf("o'clock")).toEqual(['oclock']);
    expect(termsOf("don't")).toEqual([]);
  });

  test('do not depend on diacritics or on compatibility forms', () => {
    expect(termsOf('Zoë café ｗｉｄｅ')).toEqual(termsOf('Zoe cafe wide'));
  });

  test.each([
    ['bin day', ['bin', 'dai']],
    ['CI provider?', ['ci', 'provid']],
    ['MIT license', ['mit', 'licens']],
    ['Wer ist im Haus?', ['haus', 'hau']],
    ['Comment va ton chat ?', ['chat']],
  ])('read "%s" in the language that it is in', (text, terms) => {
    expect(termsOf(text)).toEqual(terms);
  });

  test('keep repetitions and order', () => {
    expect(termsOf('cat dog cat')).toEqual(['cat', 'dog', 'cat']);
  });

  test('split paths and keep numbers', () => {
    expect(termsOf('src/auth.py line 42')).toEqual(['src', 'auth', 'py', 'line', '42']);
  });

  test('split scripts without spaces into words', () => {
    expect(wordsOf('我喜欢吃苹果')).toContain('苹果');
    expect(wordsOf('猫が大好きです')).toContain('猫');
    expect(wordsOf('ฉันรักแมว').length).toBeGreaterThan(1);
  });

  test.each([
    ['Wo wohnen die Schwestern?', 'Meine Schwester wohnt in der Straße', 'wohn', 'schwest'],
    ['Où habitent mes sœurs ?', "Ma soeur habite à l'étage", 'habit', 'soeur'],
    ['¿Dónde viven mis hermanas?', 'Mi hermana vive en el sur', 'viv', 'herman'],
    ['妹妹住哪里', '我的妹妹住在北京', '妹妹', '住'],
    ['妹はどこに住んでいますか', '私の妹は大阪に住んでいる', '妹', '住'],
  ])('are the same for the forms of a word in other languages: %s', (question, text, ...common) => {
    expect(termsOf(question)).toEqual(expect.arrayContaining(common));
    expect(termsOf(text)).toEqual(expect.arrayContaining(common));
  });

  test('keep the words of English beside those of another language, as a name is asked for', () => {
    expect(termsOf('Melanie wohnt mit der Familie in Hamburg')).toEqual(
      expect.arrayContaining([...termsOf('Melanie Hamburg')]),
    );
  });

  test('hold every pair of Chinese characters, however they are cut into words', () => {
    expect(termsOf('欧阳娜娜在成都')).toEqual(expect.arrayContaining(['欧阳', '娜娜', '成都']));
  });

  test('keep words of Cyrillic, Arabic, Hebrew, Korean and Devanagari whole', () => {
    expect(wordsOf('Кошка спит')).toEqual(['кошка', 'спит']);
    expect(wordsOf('القطة كبيرة')).toEqual(['القطة', 'كبيرة']);
    expect(wordsOf('חתול ישן')).toEqual(['חתול', 'ישן']);
    expect(wordsOf('고양이 집')).toEqual(['고양이', '집']);
    expect(wordsOf('बिल्ली')).toEqual(['बिल्ली']);
  });

  test('hold Arabic with and without vowel signs and hamza for the same', () => {
    expect(wordsOf('كَتَبَ أحمد')).toEqual(wordsOf('كتب احمد'));
  });

  test('hold a number with and without zeros before it for the same', () => {
    expect(termsOf('ticket 0078')).toEqual(termsOf('ticket 78'));
    expect(termsOf('0 and 00')).toEqual(['0', '0']);
  });

  test('are none in a text without letters', () => {
    expect(termsOf('')).toEqual([]);
    expect(termsOf('🎉 ... !?')).toEqual([]);
  });

  test('cut endless runs, so that encoded data costs no more than a word', () => {
    expect(termsOf('x'.repeat(100_000))[0]?.length).toBeLessThan(100);
  });
});
