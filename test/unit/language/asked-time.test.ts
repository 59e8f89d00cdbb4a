import { describe, expect, test } from 'vitest';
import { readTime } from '../../../src/language/asked-time.ts';

/** A Monday. */
const now = new Date('2026-11-23T13:00:00Z');

async function periodOf(question: string): Promise<string | undefined> {
  const time = await readTime(question, now);
  if (time?.period === undefined) return undefined;
  const shown = (ms: number): string => (Number.isFinite(ms) ? new Date(ms).toISOString().slice(5, 13) : 'ever');
  return `${shown(time.period.from)} ${shown(time.period.until)}`;
}

const yesterday = '11-22T00 11-23T00';
const lastWeek = '11-16T00 11-23T00';
const lastMonth = '10-01T00 11-01T00';
const thisMorning = '11-23T00 11-23T12';
const fortnight = '11-06T00 11-13T00';
const the18th = '11-18T00 11-19T00';
const tuesday = '11-17T00 11-18T00';
const march = '03-01T00 04-01T00';
const spring = '05-03T00 06-06T00';
const sinceMonday = '11-16T00 11-23T13';

describe('a question about a time is read against the clock', () => {
  test.each([
    ['What did I do last summer?', '2025-06-01'],
    ['Was habe ich letzten Sommer gemacht?', '2025-06-01'],
    ["Qu'ai-je fait l'été dernier ?", '2025-06-01'],
    ['¿Qué hice el verano pasado?', '2025-06-01'],
    ['去年夏天我做了什么？', '2025-06-01'],
    ['去年の夏は何をしましたか。', '2025-06-01'],
    ['What did I do in the summer?', '2026-06-01'],
    ['¿Qué hice en el verano?', '2026-06-01'],
  ])('in July: %s', async (question, from) => {
    const time = await readTime(question, new Date('2026-07-15T12:00:00Z'));
    expect(new Date(time?.period?.from ?? 0).toISOString().slice(0, 10)).toBe(from);
  });

  test.each([
    ['What did I tell you yesterday?', yesterday],
    ['what did I tell you last week', lastWeek],
    ['what did I tell you last month', lastMonth],
    ['What did I say this morning?', thisMorning],
    ['what happened two weeks ago?', fortnight],
    ['what did I say on the 18th?', the18th],
    ['what did I tell you on 18 November?', the18th],
    ['What did I say last Tuesday?', tuesday],
    ['Tuesday of last week', tuesday],
    ['what happened in March?', march],
    ['what happened between 3 May and 5 June?', spring],
    ['what happened between 3 May and 5 June 2024?', spring],
    ['what is new since Monday?', sinceMonday],
    ['what did I tell you the other day?', '10-24T00 11-23T13'],
    ['What did I do on 11/18/2026?', the18th],
    ['anything before the 18th?', 'ever 11-18T00'],
    ['the week before 18 November', '11-11T00 11-18T00'],
    ['what did we do last night?', '11-22T18 11-23T06'],
    ['what did she cook last weekend?', '11-21T00 11-23T00'],
    ['what did I do last summer?', '06-01T00 09-01T00'],
    ['what did I read in the last three days?', '11-20T00 11-23T13'],
    ['what did he tell me three months ago?', '08-01T00 09-01T00'],
  ])('%s', async (question, period) => {
    expect(await periodOf(question)).toBe(period);
  });

  test.each([
    ['Was habe ich dir gestern erzählt?', yesterday],
    ['Was habe ich letzte Woche gesagt?', lastWeek],
    ['Was war letzten Monat?', lastMonth],
    ['Was habe ich heute Morgen gesagt?', thisMorning],
    ['Was ist vor zwei Wochen passiert?', fortnight],
    ['Was habe ich am 18. gesagt?', the18th],
    ['Was war am 18. November?', the18th],
    ['Was war letzten Dienstag?', tuesday],
    ['Was ist im März passiert?', march],
    ['Was war zwischen dem 3. Mai und dem 5. Juni?', spring],
    ['Was gibt es Neues seit Montag?', sinceMonday],
    ['Was habe ich dir vorgestern erzählt?', '11-21T00 11-22T00'],
  ])('in German: %s', async (question, period) => {
    expect(await periodOf(question)).toBe(period);
  });

  test.each([
    ["Qu'est-ce que je t'ai dit hier ?", yesterday],
    ["Qu'est-ce que j'ai dit la semaine dernière ?", lastWeek],
    ["Que s'est-il passé le mois dernier ?", lastMonth],
    ["Qu'est-ce que j'ai dit ce matin ?", thisMorning],
    ["Qu'est-il arrivé il y a deux semaines ?", fortnight],
    ["Qu'est-ce que j'ai dit le 18 ?", the18th],
    ["Qu'est-ce que j'ai dit le 18 novembre ?", the18th],
    ["Qu'ai-je dit mardi dernier ?", tuesday],
    ["Que s'est-il passé en mars ?", march],
    ['entre le 3 mai et le 5 juin', spring],
    ['Quoi de neuf depuis lundi ?', sinceMonday],
    ["Qu'est-ce que je t'ai dit avant-hier ?", '11-21T00 11-22T00'],
  ])('in French: %s', async (question, period) => {
    expect(await periodOf(question)).toBe(period);
  });

  test.each([
    ['¿Qué te dije ayer?', yesterday],
    ['¿Qué te conté la semana pasada?', lastWeek],
    ['¿Qué pasó el mes pasado?', lastMonth],
    ['¿Qué dije esta mañana?', thisMorning],
    ['¿Qué pasó hace dos semanas?', fortnight],
    ['¿Qué dije el 18?', the18th],
    ['¿Qué dije el 18 de noviembre?', the18th],
    ['¿Qué dije el martes pasado?', tuesday],
    ['¿Qué pasó en marzo?', march],
    ['entre el 3 de mayo y el 5 de junio', spring],
    ['¿Qué hay de nuevo desde el lunes?', sinceMonday],
    ['¿Qué te dije anteayer?', '11-21T00 11-22T00'],
  ])('in Spanish: %s', async (question, period) => {
    expect(await periodOf(question)).toBe(period);
  });

  test.each([
    ['我昨天跟你说了什么？', yesterday],
    ['上周我说了什么？', lastWeek],
    ['上个月我告诉你什么了？', lastMonth],
    ['今天早上我说了什么？', thisMorning],
    ['两周前发生了什么？', fortnight],
    ['18号我说了什么？', the18th],
    ['11月18日我说了什么？', the18th],
    ['上周二我说了什么？', tuesday],
    ['三月发生了什么？', march],
    ['5月3日到6月5日', spring],
    ['前天我说了什么？', '11-21T00 11-22T00'],
  ])('in Chinese: %s', async (question, period) => {
    expect(await periodOf(question)).toBe(period);
  });

  test.each([
    ['昨日何を話しましたか？', yesterday],
    ['先週何を話しましたか？', lastWeek],
    ['先月何を言いましたか？', lastMonth],
    ['今朝何を話しましたか？', thisMorning],
    ['二週間前に何がありましたか？', fortnight],
    ['18日に何を話しましたか？', the18th],
    ['11月18日に何を話しましたか？', the18th],
    ['先週の火曜日に何を話しましたか？', tuesday],
    ['3月に何がありましたか？', march],
    ['5月3日から6月5日', spring],
    ['月曜日から何がありましたか？', sinceMonday],
    ['一昨日何を話しましたか？', '11-21T00 11-22T00'],
  ])('in Japanese: %s', async (question, period) => {
    expect(await periodOf(question)).toBe(period);
  });

  test.each([
    'May I ask you something?',
    'What is his last name?',
    'Can you set up a call with the team at 9?',
    'the second one',
    'Where does Tom live?',
    'Wo wohnt Tom?',
    '猫叫什么名字？',
  ])('no time is in: %s', async (question) => {
    expect(await readTime(question, now)).toBeUndefined();
  });
});

describe('what a question asks for beside a time', () => {
  test.each([
    ['what did I tell you yesterday?', []],
    ['What happened on 18 November?', []],
    ['What did I say about the cello last week?', ['cello']],
    ['Was habe ich dir gestern erzählt?', []],
    ["Qu'est-ce que je t'ai dit hier ?", []],
    ['¿Qué te conté ayer?', []],
    ['上周我说了什么？', []],
    ['先週何を話しましたか？', []],
  ])('%s', async (question, words) => {
    expect((await readTime(question, now))?.words).toEqual(words);
  });

  test.each([
    ['What did I say before the move?', 'before', ['move']],
    ['What happened after the move to Lisbon?', 'after', ['move', 'lisbon']],
    ['Was ist nach dem Umzug passiert?', 'after', ['umzug']],
    ["Que s'est-il passé après le déménagement ?", 'after', ['demenagement']],
    ['¿Qué pasó después de la mudanza?', 'after', ['mudanza']],
    ['搬家之后发生了什么？', 'after', ['搬家']],
    ['引っ越しの後に何がありましたか？', 'after', ['引っ越し']],
  ])('%s', async (question, side, words) => {
    expect((await readTime(question, now))?.event).toEqual({ side, words });
  });

  test('a question about what is to be done asks for no time past', async () => {
    expect((await readTime('What should I do today?', now))?.isAhead).toBe(true);
  });

  test.each([
    ['What did I plant in January?', true],
    ['What happened yesterday?', true],
    ['Who was in Lisbon last week?', true],
    ['Tell me what Olga said on 17 November', true],
    ['What have I bought this month?', true],
    ['What did I hear about Olga in October?', true],
    ['What did I book for January?', false],
    ['What did Olga say about the party on 5 December?', false],
    ['What is planned for Friday?', false],
    ['What do I have in January?', false],
    ['What did I read recently?', false],
    ['How has Olga been this week?', false],
  ])('asks for what happened then, and at no other time: %s %s', async (question, isBound) => {
    expect((await readTime(question, now))?.isBound).toBe(isBound);
  });
});
