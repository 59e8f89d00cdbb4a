import { beforeAll, describe, expect, it } from 'vitest';
import type { AgentMemory, Embedder } from '../../../src/index.ts';
import { openSpace } from '../../support/open-space.ts';
import { createWordEmbedder } from '../../support/word-embedder.mjs';

/** What one agent is told, in six languages in one store, and what it is asked; no embedder. */
const told: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  German: [
    ['Meine Schwester wohnt seit drei Jahren in Leipzig.', 'Wo wohnt meine Schwester?'],
    ['Der Hund von Jonas heißt Balu und frisst gern Möhren.', 'Wie heißt der Hund von Jonas?'],
    ['Ich bin gegen Haselnüsse allergisch.', 'Wogegen habe ich eine Allergie, Haselnuss?'],
    ['Am Freitag beginnt mein neuer Kurs im Töpfern.', 'Wann beginnt der Kurs?'],
    ['Das Fahrrad steht im Keller hinter den Winterreifen.', 'Wo ist mein Fahrrad?'],
    ['Opa hat die alte Geige auf dem Dachboden gefunden.', 'Was wurde auf dem Dachboden gefunden?'],
    ['Die Bäckerei an der Ecke schließt um sechs Uhr.', 'Um wie viel Uhr schließen die Bäckereien?'],
    ['Wir haben den Umzugskartons die Nummern eins bis vierzig gegeben.', 'Welche Nummern haben die Kartons?'],
    ['Für die Prüfung muss ich bis Montag zwei Kapitel lesen.', 'Wie viele Kapitel lese ich für die Prüfungen?'],
    ['Lena kocht sonntags immer Linsensuppe.', 'Was kochte Lena?'],
    ['Die Straße vor dem Haus wird im Herbst erneuert.', 'Wann wird die Strasse erneuert?'],
    ['Unser Kater heißt Mio, er ist zwölf.', 'Wie heißt unser Kater?'],
  ],
  French: [
    ['Ma sœur habite à Grenoble depuis trois ans.', 'Où habite ma soeur ?'],
    ["Le chien de Julien s'appelle Biscuit et mange des carottes.", "Comment s'appelle le chien de Julien ?"],
    ['Je suis allergique aux noisettes.', 'À quoi suis-je allergique ?'],
    ['Mon nouveau cours de poterie commence vendredi.', 'Quand commencent les cours de poterie ?'],
    ["Le vélo est à la cave derrière les pneus d'hiver.", 'Où est mon velo ?'],
    ["Grand-père a retrouvé l'ancien violon au grenier.", "Qu'a-t-on trouvé au grenier ?"],
    ['La boulangerie du coin ferme à dix-neuf heures.', 'À quelle heure ferme la boulangerie ?'],
    ['Nous avons acheté quatre chaises bleues pour le balcon.', 'Quelles chaises avons-nous achetées ?'],
    ["Pour l'examen je dois lire deux chapitres.", "Combien de chapitres pour l'examen ?"],
    ['Claire prépare toujours une soupe aux lentilles le dimanche.', 'Que prépare Claire le dimanche ?'],
    ["L'avion de Mathieu atterrit à Nantes à midi.", "Où atterrit l'avion ?"],
  ],
  Spanish: [
    ['Mi hermana vive en Salamanca desde hace tres años.', '¿Dónde vive mi hermana?'],
    ['El perro de Pablo se llama Canela y come zanahorias.', '¿Cómo se llama el perro de Pablo?'],
    ['Soy alérgico a las avellanas.', '¿A qué soy alergico?'],
    ['Mi nuevo curso de cerámica empieza el viernes.', '¿Cuándo empiezan los cursos de cerámica?'],
    ['La bicicleta está en el sótano detrás de los neumáticos.', '¿Dónde está mi bicicleta?'],
    ['El abuelo encontró el viejo violín en el desván.', '¿Qué se encontró en el desván?'],
    ['La panadería de la esquina cierra a las ocho.', '¿A qué hora cierran las panaderías?'],
    ['Compramos cuatro sillas azules para el balcón.', '¿Qué sillas compré para el balcón?'],
    ['Para el examen tengo que leer dos capítulos.', '¿Cuántos capítulos hay para el examen?'],
    ['Lucía cocina siempre sopa de lentejas los domingos.', '¿Qué cocinaba Lucía?'],
    ['El avión de Mateo aterriza en Bilbao al mediodía.', '¿Dónde aterrizan los aviones?'],
  ],
  Chinese: [
    ['我妹妹三年前搬到成都住了。', '我妹妹住在哪里？'],
    ['小王的狗叫豆豆，喜欢吃胡萝卜。', '小王的狗叫什么名字？'],
    ['我对榛子过敏。', '我对什么过敏？'],
    ['我的陶艺课星期五开始。', '陶艺课什么时候开始？'],
    ['自行车放在地下室的轮胎后面。', '我的自行车在哪里？'],
    ['爷爷在阁楼上找到了那把旧小提琴。', '小提琴是在哪里找到的？'],
    ['街角的面包店晚上七点关门。', '面包店几点关门？'],
    ['我们给阳台买了四把蓝色的椅子。', '阳台买了什么椅子？'],
    ['为了考试我要读两章书。', '考试要读几章？'],
    ['李娜星期天总是煮扁豆汤。', '李娜煮什么汤？'],
    ['张伟的飞机中午到达青岛。', '张伟的飞机到哪里？'],
  ],
  Japanese: [
    ['妹は三年前から仙台に住んでいます。', '妹はどこに住んでいますか？'],
    ['健太の犬の名前はモカで、ニンジンが好きです。', '健太の犬の名前は何ですか？'],
    ['私はヘーゼルナッツのアレルギーがあります。', '何のアレルギーがありますか？'],
    ['陶芸の教室は金曜日に始まります。', '陶芸の教室はいつ始まりますか？'],
    ['自転車は地下室のタイヤの後ろにあります。', '自転車はどこにありますか？'],
    ['祖父は屋根裏で古いバイオリンを見つけました。', '屋根裏で何を見つけましたか？'],
    ['角のパン屋は七時に閉まります。', 'パン屋は何時に閉まりますか？'],
    ['ベランダのために青い椅子を四つ買いました。', 'どんな椅子を買いましたか？'],
    ['試験のために二章読まなければなりません。', '試験のために何章読みますか？'],
    ['由美は日曜日にいつもレンズ豆のスープを作ります。', '由美はどんなスープを作りますか？'],
    ['翔太の飛行機は正午に博多に着きます。', '翔太の飛行機はどこに着きますか？'],
  ],
  English: [
    ['My sister has lived in Bristol for three years.', 'Where does my sister live?'],
    ["Owen's dog is called Pickle and eats carrots.", "What is the name of Owen's dog?"],
  ],
};

let ada: AgentMemory;

beforeAll(async () => {
  const memory = await openSpace({ clock: () => new Date('2026-11-23T12:00:00Z') });
  ada = memory.agent('ada');
  await ada.observeMany({
    observations: Object.values(told).flatMap((pairs) => pairs.map(([content]) => ({ content }))),
  });
});

for (const [language, pairs] of Object.entries(told)) {
  describe(`recall by words in ${language}`, () => {
    it.each(pairs.map(([content, question]) => [question, content]))('%s', async (question, content) => {
      const { memories } = await ada.search({ query: question, limit: 3 });
      expect(memories.map((memory) => memory.content)).toContain(content);
    });
  });
}

describe('the meaning of a question', () => {
  const queries = ['Where does my sister live?', 'Wo wohnt meine Schwester?', 'Où habite ma sœur ?', '我妹妹住在哪里?'];
  it.each([
    ['all-MiniLM-L6-v2', queries.slice(0, 1)],
    ['a-model-of-many-languages', queries],
  ])('is asked of %s in the languages that it reads', async (model, read) => {
    const words = createWordEmbedder({ model });
    const asked: string[] = [];
    const embed: Embedder['embed'] = (texts, options) => {
      if (options?.purpose === 'query') asked.push(...texts);
      return words.embed(texts);
    };
    const lisa = (await openSpace({ embedder: { ...words, embed } })).agent('lisa');
    await lisa.observe({ content: '我妹妹住在里昂。' });
    for (const query of queries) await lisa.search({ query });
    expect(asked).toEqual(read);
    expect((await lisa.recall({ query: queries[3]! })).primary).toHaveLength(1);
  });
});
