//! JSON schemas (draft 7), from which editors know the keys of a file.

use crate::row::{Row, Section, Shape};
use serde_json::{Map, Value, json};

/// The schema of a file whose keys are those of a section.
pub fn schema(section: &Section, title: &str) -> Value {
    let mut schema = of_section(section);
    schema.insert(
        "$schema".to_owned(),
        json!("http://json-schema.org/draft-07/schema#"),
    );
    schema.insert("title".to_owned(), json!(title));
    Value::Object(schema)
}

fn of_section(section: &Section) -> Map<String, Value> {
    let properties: Map<String, Value> = section
        .rows()
        .map(|row| (row.name.to_owned(), of_row(row)))
        .collect();
    let mut object = Map::new();
    object.insert("type".to_owned(), json!("object"));
    object.insert("properties".to_owned(), Value::Object(properties));
    let mut others = json!(false);
    let mut patterns = Map::new();
    for row in section.free {
        // `NAME` is any other key; `NAME_after` is one that ends so.
        match row
            .name
            .trim_start_matches(|c: char| c.is_ascii_uppercase())
        {
            "" => others = of_row(row),
            ending => {
                patterns.insert(format!("{ending}$"), of_row(row));
            }
        }
    }
    if !patterns.is_empty() {
        object.insert("patternProperties".to_owned(), Value::Object(patterns));
    }
    object.insert("additionalProperties".to_owned(), others);
    object
}

fn of_row(row: &Row) -> Value {
    let mut object = of_shape(&(row.shape)());
    let words = format!("{} Expected: {}.", row.doc.trim(), row.expects);
    object.insert("description".to_owned(), json!(words));
    if let Ok(default) = serde_json::from_str::<Value>(row.default) {
        object.insert("default".to_owned(), default);
    }
    Value::Object(object)
}

fn of_shape(shape: &Shape) -> Map<String, Value> {
    let value = match shape {
        Shape::Any => json!({}),
        Shape::Text => json!({"type": "string"}),
        Shape::Bool => json!({"type": "boolean"}),
        Shape::Whole(i64::MIN, i64::MAX) => json!({"type": "integer"}),
        Shape::Whole(low, i64::MAX) => json!({"type": "integer", "minimum": low}),
        Shape::Whole(low, high) => json!({"type": "integer", "minimum": low, "maximum": high}),
        Shape::Number(low, None) => json!({"type": "number", "minimum": low}),
        Shape::Number(low, high) => json!({"type": "number", "minimum": low, "maximum": high}),
        Shape::Moment => json!({"type": "string", "format": "date-time"}),
        Shape::Words(words) => json!({"enum": words}),
        Shape::List(of) => json!({"type": "array", "items": of_shape(of)}),
        Shape::Map(of) => json!({"type": "object", "additionalProperties": of_shape(of)}),
        Shape::Either(shapes) => {
            json!({"anyOf": shapes.iter().map(of_shape).collect::<Vec<_>>()})
        }
        Shape::Table(section) => return of_section(section),
    };
    match value {
        Value::Object(object) => object,
        _ => Map::new(),
    }
}
